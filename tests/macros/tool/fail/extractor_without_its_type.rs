use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn of_a_state(desk: State) {}

/// Load a ticket.
#[tool]
async fn of_the_app(session: RunContext) {}

/// Load a ticket.
#[tool]
async fn of_progress(progress: Progress) {}

fn main() {}
