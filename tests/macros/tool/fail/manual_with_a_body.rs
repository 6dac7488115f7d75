use phaseo_agent::prelude::*;

/// Look a ticket up in the old system.
#[tool(manual)]
async fn legacy_lookup(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
