use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(id: String, #[serde(rename = "id")] number: u32) -> String {
    id.repeat(number as usize)
}

fn main() {}
