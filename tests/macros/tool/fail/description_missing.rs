use phaseo_agent::prelude::*;

#[tool]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
