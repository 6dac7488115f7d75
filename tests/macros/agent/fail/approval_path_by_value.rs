use phaseo_agent::prelude::*;

async fn is_risky(_context: ToolContext) -> bool {
    true
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", approval = is_risky)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
