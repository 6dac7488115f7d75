use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(name = "fetch ticket")]
async fn name(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(description = " ")]
async fn description(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(timeout = "3 sec")]
async fn timeout(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(timeout = "0s")]
async fn timeout_of_zero(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(timeout = "-3s")]
async fn timeout_below_zero(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(on_error = "retry")]
async fn on_error(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_retries = -1)]
async fn max_retries(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(approval = false)]
async fn approval(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_concurrency = 0)]
async fn max_concurrency(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(max_output_chars = 0)]
async fn max_output_chars(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn(temperature = -3.0))]
async fn next_turn_temperature(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn(top_p = -0.5))]
async fn next_turn_top_p(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn(max_output_tokens = 0))]
async fn next_turn_tokens(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(next_turn(model = ""))]
async fn next_turn_model(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(schema = "")]
async fn schema(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
