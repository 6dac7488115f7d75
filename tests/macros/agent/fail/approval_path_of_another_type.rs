use phaseo_agent::prelude::*;

fn is_risky(input: &String) -> bool {
    input.is_empty()
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", approval = is_risky)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
