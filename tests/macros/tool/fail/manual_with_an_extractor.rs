use phaseo_agent::prelude::*;

#[derive(Clone)]
struct Desk;

/// Look a ticket up in the old system.
#[tool(manual)]
async fn legacy_lookup(ticket_id: String, desk: State<Desk>, context: ToolContext, #[extract] other: Desk) -> String;

fn main() {}
