//! A typed agent with a tool.
#![deny(warnings, missing_docs)]

use phaseo_agent::prelude::*;

/// Add two numbers.
#[tool]
async fn add(left: i64, right: i64) -> i64 {
    left + right
}

/// The answer.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Sum {
    /// The sum.
    pub sum: i64,
}

/// You add numbers.
#[agent(model = "openai/gpt-5-nano", tools(add), tool_choice = "required", max_steps = 3, tool_concurrency = 2, on_error = "return-to-model")]
pub async fn adder(question: String) -> Prompt<Sum> {
    Prompt::user(question)
}

fn main() {
    let agent = adder::agent().client(phaseo_agent::testing::ScriptedModel::default()).build().unwrap();
    let _ = agent.run("2 + 2");
    let _ = agent.run(String::from("2 + 2"));
}
