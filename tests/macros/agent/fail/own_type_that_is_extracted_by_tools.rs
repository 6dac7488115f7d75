use phaseo_agent::prelude::*;
use phaseo_agent::tool::Extract;

struct Tenant;

impl Extract for Tenant {
    fn extract(_: &ToolContext) -> Result<Self, ToolError> {
        Ok(Self)
    }
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String, #[extract] _tenant: Tenant) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
