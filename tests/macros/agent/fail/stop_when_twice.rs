use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when(steps = 12), stop_when(tokens = 9_000))]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when(steps = 12, steps = 13))]
async fn inside(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
