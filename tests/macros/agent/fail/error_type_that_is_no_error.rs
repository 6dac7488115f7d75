use phaseo_agent::prelude::*;

struct Storm;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String) -> Result<Prompt<String>, Storm> {
    Ok(Prompt::user(ticket_id))
}

fn main() {
    let _ = triage::agent();
}
