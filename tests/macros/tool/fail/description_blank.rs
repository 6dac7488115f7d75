use phaseo_agent::prelude::*;

#[tool(description = " ")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
