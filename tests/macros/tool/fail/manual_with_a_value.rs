use phaseo_agent::prelude::*;

/// Look a ticket up in the old system.
#[tool(manual = true)]
async fn legacy_lookup(ticket_id: String) -> String;

fn main() {}
