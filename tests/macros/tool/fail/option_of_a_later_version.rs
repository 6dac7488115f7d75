use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(schema = "ticket.json")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

/// Index a repository.
#[tool(streaming)]
async fn index(path: String) -> String {
    path
}

fn main() {}
