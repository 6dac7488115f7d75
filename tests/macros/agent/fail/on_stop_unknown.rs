use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", on_stop = "anwser")]
async fn slip(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", on_stop = "explode")]
async fn unknown(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
