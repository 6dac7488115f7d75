//! Agents among the tools of agents.
#![deny(warnings)]

use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Options;

/// You research.
#[agent(tools(look))]
async fn researcher(topic: String) -> Prompt<Vec<String>> {
    Prompt::user(topic)
}

/// Look something up.
#[tool]
async fn look(at: String) -> String {
    at
}

struct Desk;

/// You work at a desk.
#[agent]
impl Desk {
    /// Say whose it is.
    #[tool]
    async fn whose(&self) -> &'static str {
        "ours"
    }
}

/// You write.
#[agent(
    model = "test/model",
    tools(researcher::agent(), Desk.into_agent(), researcher::agent().as_tool(Options::new().require_approval()), look)
)]
async fn writer(topic: String) -> Prompt<String> {
    Prompt::user(topic)
}

fn main() {
    let error = writer::agent().client(ScriptedModel::default()).build().unwrap_err().to_string();
    assert!(error.contains("researcher"), "two tools have that name: {error}");
}
