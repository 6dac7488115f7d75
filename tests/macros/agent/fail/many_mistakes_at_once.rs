use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = 5, tools = fetch_ticket, tool_choice = "always", max_steps = 0, tool_concurrency = "3", tempreature = 0.2)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = triage::agent().max_steps(3);
}
