use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_steps = 5_000_000_000)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_steps = -1)]
async fn negative(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
