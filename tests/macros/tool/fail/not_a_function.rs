use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
pub struct FetchTicket;

fn main() {}
