use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn context(ticket_id: String, _context: ToolContext) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn progress(ticket_id: String, _progress: Progress<u8>) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn marked(ticket_id: String, #[extract] _context: ToolContext) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
