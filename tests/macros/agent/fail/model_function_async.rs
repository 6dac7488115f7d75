use phaseo_agent::prelude::*;

async fn choose(_turn: &Turn<'_>) -> String {
    String::new()
}

/// You triage tickets.
#[agent(model = choose)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
