use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(on_error = "return_to_model")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(on_error = "ignore")]
async fn load(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
