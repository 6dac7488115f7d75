use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(id: String = "T-42") -> String {
    id
}

/// Load tickets.
#[tool]
async fn fetch_tickets(id: String, id: u32) -> String {
    id.to_string()
}

fn main() {}
