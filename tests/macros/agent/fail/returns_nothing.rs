use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String) {
    drop(ticket_id);
}

fn main() {
    let _ = triage::agent();
}
