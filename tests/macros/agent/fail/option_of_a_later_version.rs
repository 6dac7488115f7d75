use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(
    model = "openai/gpt-5-nano",
    preset = "triage",
    models = ["openai/gpt-5"],
    hooks(audit),
    answer_retries = 2,
    request = extra,
    parallel_tool_calls = true,
    model_retry(attempts = 2),
    reasoning = "low"
)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
