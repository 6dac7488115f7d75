use phaseo_agent::prelude::*;

/// Look around.
#[tool]
async fn look() -> String {
    String::new()
}

/// You triage tickets.
#[agent(id = 7)]
async fn id(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = 7)]
async fn model(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(instructions = 7, model = "m")]
async fn instructions(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tools = look)]
async fn tools(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tool_choice = 1)]
async fn tool_choice(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_steps = "12")]
async fn max_steps(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when = 3)]
async fn stop_when(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(on_stop = true)]
async fn on_stop(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(loop_guard = true)]
async fn loop_guard(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tool_concurrency = "2")]
async fn tool_concurrency(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(on_error = 1)]
async fn on_error(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_output_chars = 1.5)]
async fn max_output_chars(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(temperature = "warm")]
async fn temperature(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(top_p = "half")]
async fn top_p(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_output_tokens = "100")]
async fn max_output_tokens(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(each_turn = true)]
async fn each_turn(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(context = 7)]
async fn context(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(approval = "always")]
async fn approval(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(human_review = "always")]
async fn human_review(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(crate = "phaseo_agent")]
async fn krate(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
