use phaseo_agent::prelude::*;

struct Refunded;

/// Give money back.
#[tool(interactive)]
async fn refund(cents: u32) -> Interactive<Refunded> {
    Interactive::pending(cents.to_string())
}

fn main() {}
