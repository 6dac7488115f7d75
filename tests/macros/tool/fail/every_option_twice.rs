use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(name = "a", name = "b")]
async fn name(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(description = "A.", description = "B.")]
async fn description(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(timeout = "3s", timeout = "3s")]
async fn timeout(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(on_error = "fail-run", on_error = "return-to-model")]
async fn on_error(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_retries = 1, max_retries = 2)]
async fn max_retries(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(approval = true, approval = |_| true)]
async fn approval(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(idempotent, idempotent)]
async fn idempotent(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(sequential, sequential)]
async fn sequential(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_concurrency = 1, max_concurrency = 2)]
async fn max_concurrency(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_output_chars = 1, max_output_chars = 2)]
async fn max_output_chars(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn(top_p = 0.5), next_turn(top_p = 0.5))]
async fn next_turn(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn(top_p = 0.5, top_p = 0.5))]
async fn next_turn_setting(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(schema = "a.json", schema = "b.json")]
async fn schema(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(crate = ::phaseo_agent, crate = ::phaseo_agent)]
async fn krate(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(manual, manual)]
async fn manual(ticket_id: String) -> String;

/// Load a ticket.
#[tool(manual, on_response = made, on_response = made)]
async fn on_response(ticket_id: String) -> String;

async fn made(text: String, _: ToolContext) -> Result<String, ToolError> {
    Ok(text)
}

/// Load a ticket.
#[tool(interactive, interactive)]
async fn interactive(ticket_id: String) -> Interactive<String> {
    Interactive::Done(ticket_id)
}

/// Count.
#[tool(streaming, streaming)]
async fn streaming(to: u32) -> ToolStream<u32, u32> {
    emit!(to);
    Ok(to)
}

fn main() {}
