use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(name = 7)]
async fn name(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(description = true)]
async fn description(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(timeout(3))]
async fn timeout(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(on_error = 1)]
async fn on_error(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_retries = "3")]
async fn max_retries(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(approval = "always")]
async fn approval(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(streaming = true)]
async fn streaming(ticket_id: String) -> ToolStream<u32, String> {
    emit!(1);
    Ok(ticket_id)
}

/// Load a ticket.
#[tool(idempotent = 1)]
async fn idempotent(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(sequential(true))]
async fn sequential(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_concurrency = true)]
async fn max_concurrency(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_output_chars = 1.5)]
async fn max_output_chars(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn = 1)]
async fn next_turn(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(schema = 7)]
async fn schema(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(interactive = "yes")]
async fn interactive(ticket_id: String) -> Interactive<String> {
    Interactive::Done(ticket_id)
}

/// Load a ticket.
#[tool(crate = "phaseo_agent")]
async fn krate(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(manual = 1)]
async fn manual(ticket_id: String) -> String;

/// Load a ticket.
#[tool(manual, on_response = 7)]
async fn on_response(ticket_id: String) -> String;

fn main() {}
