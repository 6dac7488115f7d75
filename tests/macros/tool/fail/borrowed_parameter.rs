use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: &str) -> String {
    ticket_id.to_owned()
}

/// Load tickets.
#[tool]
async fn fetch_tickets(ticket_ids: &[u64], reason: Option<&str>) -> String {
    format!("{ticket_ids:?}{reason:?}")
}

/// Load one.
#[tool]
async fn fetch(ticket_id: std::borrow::Cow<'_, str>) -> String {
    ticket_id.into_owned()
}

fn main() {}
