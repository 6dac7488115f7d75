use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", temperature = "warm")]
async fn text(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", top_p = 1.0f32)]
async fn another_number(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_output_tokens = 2.5)]
async fn fraction(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", max_output_chars)]
async fn nothing(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", loop_guard = true)]
async fn flag(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", id = triage)]
async fn name(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(model = "openai/gpt-5-nano", instructions = 3)]
async fn number(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", on_stop = Answer)]
async fn word(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", stop_when = 12)]
async fn not_a_list(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
