use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", context = Session)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
