use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = MODEL)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
