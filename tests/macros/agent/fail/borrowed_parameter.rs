use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: &str) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let agent = triage::agent().build().unwrap();
    let _ = agent.run("T-42");
}
