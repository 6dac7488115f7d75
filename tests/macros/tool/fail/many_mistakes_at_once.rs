use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(nmae = "fetch", name = "fetch ticket", timeout = "30", on_error = "ignore", colour = 3)]
async fn fetch_ticket(ticket: &str, #[cfg(unix)] count: u8) -> String {
    format!("{ticket}{count}")
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", tools(fetch_ticket))]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = triage::agent();
    let _ = fetch_ticket("T-42", 1);
}
