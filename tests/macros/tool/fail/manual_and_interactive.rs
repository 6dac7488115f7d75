use phaseo_agent::prelude::*;

/// Give money back.
#[tool(manual, interactive)]
async fn refund(cents: u32) -> u32;

fn main() {}
