//! Attributes that stand beside ours.
#![deny(warnings)]

use phaseo_agent::prelude::*;

/// Load a ticket in the old system.
#[deprecated = "use `fetch_ticket`"]
#[tool]
async fn legacy(id: String) -> String {
    id
}

/// Load a ticket.
#[must_use]
#[inline]
#[tool(idempotent)]
#[allow(clippy::needless_pass_by_value)]
#[doc(alias = "load")]
async fn fetch_ticket(#[allow(unused_mut)] mut id: String, #[allow(unused_variables)] reason: Option<String>) -> String {
    id
}

/// Nothing calls it as a function.
#[tool]
async fn only_a_tool() {}

fn main() {
    let names = [Tool::from(legacy {}), fetch_ticket {}.into()].map(|tool| tool.name().to_owned());
    assert_eq!(names, ["legacy", "fetch_ticket"]);
}
