use phaseo_agent::prelude::*;

struct Desk;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String, _desk: State<Desk>) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
