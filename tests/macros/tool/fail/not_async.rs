use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
