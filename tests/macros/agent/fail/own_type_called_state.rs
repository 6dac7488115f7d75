use phaseo_agent::prelude::*;

struct State;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String, _state: State) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
