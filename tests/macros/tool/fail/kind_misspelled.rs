use phaseo_agent::prelude::*;

/// Count.
#[tool(streamin)]
async fn count(to: u32) -> ToolStream<u32, u32> {
    emit!(to);
    Ok(to)
}

/// Give money back.
#[tool(interactiv)]
async fn refund(cents: u32) -> Interactive<u32> {
    Interactive::Done(cents)
}

/// Look up.
#[tool(manul)]
async fn look_up(id: String) -> String;

fn main() {}
