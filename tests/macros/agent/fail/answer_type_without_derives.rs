use phaseo_agent::prelude::*;

struct Triage;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = triage::agent();
}
