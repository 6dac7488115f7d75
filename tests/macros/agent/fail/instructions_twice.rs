use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", instructions = "You sort tickets.")]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
