use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: String, #[cfg(unix)] count: u8) -> String {
    format!("{ticket_id}{count}")
}

fn main() {}
