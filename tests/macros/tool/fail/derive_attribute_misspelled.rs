use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(#[serde(defualt)] ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool]
async fn fetch(#[garde(lenght(min = 3))] ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool]
async fn load(#[schemars(rnage(min = 3))] number: u8) -> u8 {
    number
}

fn main() {}
