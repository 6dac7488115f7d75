use phaseo_agent::prelude::*;

struct LegacyTicket;

/// Look a ticket up in the old system.
#[tool(manual)]
async fn legacy_lookup(ticket_id: String) -> LegacyTicket;

fn main() {}
