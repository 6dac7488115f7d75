//! Where a description may come from.
#![deny(warnings)]

use phaseo_agent::prelude::*;

#[doc = concat!(" Load ", "a ticket.")]
#[tool]
async fn computed() {}

/** A block
comment. */
#[tool]
async fn block() {}

/// For people.
#[tool(description = "For models.")]
async fn both() {}

fn main() {
    assert_eq!(Tool::from(computed {}).description(), "Load a ticket.");
    assert_eq!(Tool::from(block {}).description(), "A block\ncomment.");
    assert_eq!(Tool::from(both {}).description(), "For models.");
}
