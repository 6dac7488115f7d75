use phaseo_agent::prelude::*;

struct Desk {}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", tools(Desk))]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
