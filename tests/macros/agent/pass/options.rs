//! Every option of an agent, and none.
#![deny(warnings)]

use phaseo_agent::prelude::*;

/// Hand the ticket to a person.
#[tool]
async fn escalate(ticket_id: String) -> String {
    ticket_id
}

#[agent(
    id = "triage-desk",
    model = "openai/gpt-5-nano",
    instructions = "You triage tickets.",
    tools(escalate),
    tool_choice = "auto",
    stop_when(steps = 12, tokens = 200_000, cost = 2, duration = "1m30s", tool_call = "escalate", finish_reason = "content_filter"),
    on_stop = "return",
    loop_guard = 3,
    tool_concurrency = 2,
    max_output_chars = 4_000,
    temperature = 0,
    top_p = 0.9,
    max_output_tokens = 2_000,
    on_error = "return-to-model"
)]
async fn everything(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent]
async fn nothing(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You stop.
#[agent(
    max_steps = 3,
    tools(escalate),
    stop_when(cost = 0.5, tool_call = ["escalate"], finish_reason = ["length", "error"])
)]
async fn stops(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = (everything::agent(), nothing::agent(), stops::agent());
}
