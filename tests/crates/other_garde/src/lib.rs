//! A crate that writes `#[garde(..)]` and depends on another version of garde than ours.

use phaseo_agent::prelude::*;

/// Load one ticket.
#[tool]
pub async fn fetch_ticket(#[garde(length(min = 3))] id: String, count: u8) -> String {
    id.repeat(count.into())
}
