use phaseo_agent::prelude::*;

/// Give money back.
#[tool(on_response = refunded)]
async fn refund(cents: u32) -> u32 {
    cents
}

async fn refunded(cents: u32, _context: ToolContext) -> Result<u32, ToolError> {
    Ok(cents)
}

fn main() {}
