use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}


/// Load a ticket in the old system.
#[tool(name = "fetch_ticket")]
async fn legacy(ticket_id: String) -> String {
    ticket_id
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", tools(fetch_ticket, legacy))]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
