use phaseo_agent::prelude::*;

/// None at once.
#[tool(max_concurrency = 0)]
async fn none_at_once(ticket_id: String) -> String {
    ticket_id
}

/// Nothing to read.
#[tool(max_output_chars = 0)]
async fn nothing_to_read(ticket_id: String) -> String {
    ticket_id
}

/// More than there is.
#[tool(max_retries = 5_000_000_000)]
async fn more_than_there_is(ticket_id: String) -> String {
    ticket_id
}

/// Less than nothing.
#[tool(max_retries = -1)]
async fn less_than_nothing(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
