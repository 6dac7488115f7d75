use phaseo_agent::prelude::*;

struct Tenant;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String, #[extract] _tenant: Tenant) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
