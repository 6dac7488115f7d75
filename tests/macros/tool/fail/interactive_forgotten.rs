use phaseo_agent::prelude::*;

/// Give money back.
#[tool]
async fn refund(cents: u32) -> Result<Interactive<u32>, ToolError> {
    Ok(Interactive::Done(cents))
}

fn main() {}
