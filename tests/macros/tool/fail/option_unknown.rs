use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(colour = "red")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
