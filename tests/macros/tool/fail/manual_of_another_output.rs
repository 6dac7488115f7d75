use phaseo_agent::prelude::*;

/// Look up.
#[tool(manual)]
async fn look_up(id: String) -> Interactive<String>;

/// Count.
#[tool(manual)]
async fn count(to: u32) -> ToolStream<u32, u32>;

fn main() {}
