use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", temperature = -0.5)]
async fn below_zero(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", top_p = 1.5)]
async fn more_than_all(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_output_tokens = 0)]
async fn no_tokens(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_output_chars = 0)]
async fn no_characters(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", loop_guard = 1)]
async fn no_loop(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when(tokens = 0, cost = -2))]
async fn nothing_left(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
