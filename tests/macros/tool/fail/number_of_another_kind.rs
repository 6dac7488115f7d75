use phaseo_agent::prelude::*;

/// Text where a number is expected.
#[tool(max_retries = "3")]
async fn text(ticket_id: String) -> String {
    ticket_id
}

/// A fraction where a whole number is expected.
#[tool(max_concurrency = 1.5)]
async fn fraction(ticket_id: String) -> String {
    ticket_id
}

/// A name where a number is expected.
#[tool(max_output_chars = MOST)]
async fn name(ticket_id: String) -> String {
    ticket_id
}

/// Nothing where a number is expected.
#[tool(max_retries)]
async fn nothing(ticket_id: String) -> String {
    ticket_id
}

/// A value where none is expected.
#[tool(sequential = true)]
async fn flag(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
