use phaseo_agent::prelude::*;

/// Give money back.
#[tool]
async fn refund(cents: u32) -> Interactive<u32> {
    Interactive::Done(cents)
}

fn main() {}
