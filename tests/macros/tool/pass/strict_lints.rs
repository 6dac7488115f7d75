//! A crate that denies warnings and all pedantic lints takes a tool with everything it can have.
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub, unused_qualifications, unnameable_types)]
#![deny(clippy::all, clippy::pedantic)]

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

/// Public tools.
pub mod tools {
    use phaseo_agent::prelude::*;

    /// Add two numbers.
    #[tool]
    pub async fn add(left: i64, right: i64) -> i64 {
        left + right
    }
}

fn main() {
    let _ = (Tool::from(fetch_ticket {}), Tool::from(tools::add {}));
}
