use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: String) -> impl serde::Serialize {
    ticket_id
}

fn main() {}
