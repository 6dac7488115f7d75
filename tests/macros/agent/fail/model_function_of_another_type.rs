use phaseo_agent::prelude::*;

fn choose(step: u32) -> String {
    step.to_string()
}

/// You triage tickets.
#[agent(model = choose)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
