use phaseo_agent::prelude::*;

/// Look around.
#[tool]
async fn look() -> String {
    String::new()
}

/// You triage tickets.
#[agent(id = "")]
async fn id(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "")]
async fn model(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(instructions = " ", model = "m")]
async fn instructions(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tool_choice = "always")]
async fn tool_choice(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_steps = 0)]
async fn max_steps(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(steps = 0))]
async fn stop_when_steps(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(tokens = 0))]
async fn stop_when_tokens(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(cost = -1.0))]
async fn stop_when_cost(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(duration = "1 hour"))]
async fn stop_when_duration(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(finish_reason = "done"))]
async fn stop_when_finish_reason(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(tool_call = ""))]
async fn stop_when_tool_call(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(on_stop = "fail")]
async fn on_stop(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(loop_guard = 0)]
async fn loop_guard(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tool_concurrency = 0)]
async fn tool_concurrency(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(on_error = "ignore")]
async fn on_error(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_output_chars = 0)]
async fn max_output_chars(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(temperature = -0.5)]
async fn temperature(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(top_p = 1.5)]
async fn top_p(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_output_tokens = 0)]
async fn max_output_tokens(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(approval = false)]
async fn approval(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(human_review = false)]
async fn human_review(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
