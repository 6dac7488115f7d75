use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: impl Into<String>) -> String {
    ticket_id.into()
}

fn main() {}
