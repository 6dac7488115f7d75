use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(idempotent)]
#[tool(timeout = "3s")]
async fn fetch_ticket(id: String) -> String {
    id
}

/// You triage tickets.
#[agent(model = "test/model")]
#[tool]
async fn triage(id: String) -> Prompt<String> {
    Prompt::user(id)
}

fn main() {}
