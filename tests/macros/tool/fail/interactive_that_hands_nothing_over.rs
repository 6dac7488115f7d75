use phaseo_agent::prelude::*;

/// Give money back.
#[tool(interactive)]
async fn refund(cents: u32) -> Result<u32, ToolError> {
    Ok(cents)
}

fn main() {}
