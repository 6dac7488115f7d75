use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_steps = 3, stop_when(steps = 12, tokens = 9_000))]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
