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

const SHARED: &str = "Shared by several.";

#[tool(description = SHARED)]
async fn constant() {}

#[tool(description = include_str!("description.txt"))]
async fn included() {}

#[tool(description = concat!("Load ", "it."))]
async fn joined() {}

fn main() {
    assert_eq!(Tool::from(constant {}).description(), "Shared by several.");
    assert_eq!(Tool::from(joined {}).description(), "Load it.");
    assert_eq!(Tool::from(included {}).description().trim(), "Load a ticket from the desk.");
    assert_eq!(Tool::from(computed {}).description(), "Load a ticket.");
    assert_eq!(Tool::from(block {}).description(), "A block\ncomment.");
    assert_eq!(Tool::from(both {}).description(), "For models.");
}
