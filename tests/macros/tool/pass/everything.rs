//! The tool of the README, with all that a parameter can have.
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub)]
#![deny(clippy::pedantic)]

use phaseo_agent::prelude::*;

#[derive(Clone)]
struct Desk;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Ticket {
    id: String,
}

#[derive(Debug, thiserror::Error)]
#[error("no such ticket")]
struct DeskError;

/// Load one internal support ticket.
///
/// Use it first.
#[tool(timeout = "1m30s", on_error = "return-to-model", idempotent, approval = true, name = "fetch-ticket")]
async fn fetch_ticket(
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    ticket_id: String,
    #[serde(default)] mut count: u8,
    r#type: Option<String>,
    State(_desk): State<Desk>,
    context: ToolContext,
) -> Result<Ticket, DeskError> {
    count += 1;
    if count == 0 || r#type.is_some() || context.attempt() == 0 {
        return Err(DeskError);
    }
    Ok(Ticket { id: ticket_id })
}

fn main() {
    let tool = Tool::from(fetch_ticket {});
    assert_eq!(tool.name(), "fetch-ticket");
    assert_eq!(tool.description(), "Load one internal support ticket.\n\nUse it first.");
    assert_eq!(tool.options().timeout, Some(std::time::Duration::from_secs(90)));
    println!("{}", tool.input_schema().text());
}
