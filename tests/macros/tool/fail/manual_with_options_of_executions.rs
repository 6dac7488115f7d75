use phaseo_agent::prelude::*;

/// Look a ticket up in the old system.
#[tool(manual, timeout = "3s", sequential)]
async fn legacy_lookup(ticket_id: String) -> String;

/// Look a ticket up in the older system.
#[tool(max_concurrency = 2, idempotent, manual)]
async fn older_lookup(ticket_id: String) -> String;

fn main() {}
