use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = ["openai/gpt-5-nano"])]
async fn list(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = 5)]
async fn number(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", temperature = warm())]
async fn call(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_output_tokens = Vec<u8>)]
async fn ty(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(model = "openai/gpt-5-nano", instructions = instructions())]
async fn instructed(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
