use phaseo_agent::prelude::*;

/// A number where text is expected.
#[tool(timeout = 3)]
async fn number(ticket_id: String) -> String {
    ticket_id
}

/// A value where none is expected.
#[tool(idempotent = 3)]
async fn flag(ticket_id: String) -> String {
    ticket_id
}

/// A list where a value is expected.
#[tool(name(fetch))]
async fn list(ticket_id: String) -> String {
    ticket_id
}

/// Nothing where a value is expected.
#[tool(on_error)]
async fn nothing(ticket_id: String) -> String {
    ticket_id
}

/// A word where text is expected.
#[tool(description = word)]
async fn word(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
