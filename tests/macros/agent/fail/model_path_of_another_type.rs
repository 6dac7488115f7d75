use phaseo_agent::prelude::*;

const MODEL: u8 = 5;

/// You triage tickets.
#[agent(model = MODEL)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
