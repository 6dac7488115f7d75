use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(id: TicketId) -> String {
    id.to_string()
}

fn main() {}
