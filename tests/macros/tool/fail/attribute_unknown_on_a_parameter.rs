use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(#[description("The ID.")] ticket_id: String, #[gard(ascii)] reason: String) -> String {
    ticket_id + &reason
}

fn main() {}
