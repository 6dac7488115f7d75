//! A tool that is there under a condition, and one that is a tool under one.
#![deny(warnings)]

use phaseo_agent::prelude::*;

/// It is nowhere.
#[cfg(any())]
#[tool]
async fn nowhere(missing: TypeThatIsNotThere) {}

/// It is there.
#[tool]
#[cfg(all())]
async fn there(id: String) -> String {
    id
}

/// It is a function, and a tool.
#[cfg_attr(all(), tool(timeout = "3s"))]
async fn both(id: String) -> String {
    id
}

/// You work.
#[agent(model = "test/model", tools(there, both))]
#[cfg(all())]
async fn worker() -> Prompt<String> {
    Prompt::user("Work.")
}

fn main() {
    assert!(Tool::from(both {}).options().timeout.is_some());
    let _ = worker::agent();
}
