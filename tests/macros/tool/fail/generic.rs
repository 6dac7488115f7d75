use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket<T: Into<String>>(ticket_id: T) -> String {
    ticket_id.into()
}

/// Load tickets.
#[tool]
async fn fetch_tickets<const N: usize>(ticket_ids: [u8; N]) -> usize {
    ticket_ids.len()
}

/// Load one.
#[tool]
async fn fetch(ticket_id: String) -> String
where
    String: Clone,
{
    ticket_id
}

fn main() {}
