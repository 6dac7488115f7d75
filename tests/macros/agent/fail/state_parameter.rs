use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String, State(count): State<u8>) -> Prompt<String> {
    Prompt::user(format!("{ticket_id}{count}"))
}

fn main() {}
