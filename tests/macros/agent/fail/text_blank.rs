use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", id = "")]
async fn blank_id(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(model = "openai/gpt-5-nano", instructions = "  ")]
async fn blank_instructions(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when(tool_call = ""))]
async fn blank_tool(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
