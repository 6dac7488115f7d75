use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String) -> Result<String, ToolError> {
    Ok(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn borrowed(ticket_id: String) -> Prompt<&str> {
    Prompt::user(ticket_id)
}

fn main() {}
