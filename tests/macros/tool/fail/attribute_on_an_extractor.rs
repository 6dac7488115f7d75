use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: String, #[serde(default)] State(count): State<u8>) -> String {
    format!("{ticket_id}{count}")
}

fn main() {}
