use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when(step = 12))]
async fn slip(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when(weather = "rain"))]
async fn unknown(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when())]
async fn nothing(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
