use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: String) -> &str {
    "a ticket"
}

/// Load tickets.
#[tool]
async fn fetch_tickets(count: usize) -> Result<Vec<(u8, &[u8])>, ToolError> {
    Ok(Vec::with_capacity(count))
}

fn main() {}
