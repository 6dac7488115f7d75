//! What an interactive tool can return.
#![deny(warnings)]

use phaseo_agent::prelude::*;

type Asked<T> = std::result::Result<Interactive<T>, std::fmt::Error>;

/// Plain.
#[tool(interactive)]
async fn plain(cents: u32) -> Interactive<u32> {
    Interactive::Done(cents)
}

/// In a `Result`, by an alias.
#[tool(interactive, on_response = answered)]
async fn alias(State(limit): State<u32>, cents: u32) -> Asked<Vec<u32>> {
    match cents > limit {
        true => Ok(Interactive::pending("too much")),
        false => Ok(Interactive::Done(vec![cents])),
    }
}

async fn answered(cents: u32, context: ToolContext) -> Result<Vec<u32>, &'static str> {
    match context.attempt() {
        1 => Ok(vec![cents]),
        _ => Err("once is enough"),
    }
}

#[tokio::main]
async fn main() {
    // They stay functions.
    assert_eq!(plain(3).await, Interactive::Done(3));
    assert_eq!(alias(State(2), 3).await, Ok(Interactive::pending("too much")));
    let _ = (Tool::from(plain {}), Tool::from(alias {}));
}
