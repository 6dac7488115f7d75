use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String, #[serde(default)] _desk: State<u8>) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
