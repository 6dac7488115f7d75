use phaseo_agent::prelude::*;

/// Look around.
#[tool]
async fn look() -> String {
    String::new()
}

/// You triage tickets.
#[agent(id = "a", id = "b")]
async fn id(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "a", model = "b")]
async fn model(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(instructions = "A.", instructions = "B.", model = "m")]
async fn instructions(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tools(look), tools(look))]
async fn tools(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tool_choice = "auto", tool_choice = "none")]
async fn tool_choice(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_steps = 1, max_steps = 2)]
async fn max_steps(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(tokens = 9), stop_when(cost = 1.0))]
async fn stop_when(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(stop_when(tokens = 9, tokens = 9))]
async fn stop_when_setting(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(on_stop = "return", on_stop = "answer")]
async fn on_stop(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(loop_guard = 2, loop_guard = 3)]
async fn loop_guard(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(tool_concurrency = 1, tool_concurrency = 2)]
async fn tool_concurrency(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(on_error = "fail-run", on_error = "fail-run")]
async fn on_error(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_output_chars = 1, max_output_chars = 2)]
async fn max_output_chars(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(temperature = 0.5, temperature = 0.5)]
async fn temperature(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(top_p = 0.5, top_p = 0.5)]
async fn top_p(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(max_output_tokens = 1, max_output_tokens = 2)]
async fn max_output_tokens(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(each_turn = plan, each_turn = plan)]
async fn each_turn(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(context = u8, context = u8)]
async fn context(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(approval = true, approval = true)]
async fn approval(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(human_review = true, human_review = true)]
async fn human_review(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(crate = ::phaseo_agent, crate = ::phaseo_agent)]
async fn krate(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
