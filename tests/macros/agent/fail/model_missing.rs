use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(max_steps = 3)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
