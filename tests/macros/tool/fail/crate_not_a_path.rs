use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(crate = "phaseo_agent")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
