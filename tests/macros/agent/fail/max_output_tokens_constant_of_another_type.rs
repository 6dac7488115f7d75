use phaseo_agent::prelude::*;

const LIMIT: u64 = 2_000;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_output_tokens = LIMIT)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
