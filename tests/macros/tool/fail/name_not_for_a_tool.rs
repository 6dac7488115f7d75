use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(name = "fetch ticket")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

/// Order a coffee.
#[tool]
async fn café(size: String) -> String {
    size
}

fn main() {}
