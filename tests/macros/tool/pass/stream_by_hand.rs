//! Streams that are written by hand: from an iterator, boxed inside, of an own error.
#![deny(warnings)]

use futures_util::{Stream, StreamExt, stream};
use phaseo_agent::prelude::*;
use phaseo_agent::tool::Update;

/// Count.
#[tool(streaming)]
fn count(to: u32) -> impl Stream<Item = Result<Update<u32, u32>, ToolError>> {
    stream::iter((1..=to).map(|number| Ok(Update::Progress(number)))).chain(stream::iter([Ok(Update::Done(to))]))
}

/// Count, after a while.
#[tool(streaming)]
async fn count_later(to: u32) -> impl Stream<Item = Result<Update<u32, u32>, std::io::Error>> + Send {
    stream::iter([Ok(Update::Progress(1)), Ok(Update::Done(to))]).boxed()
}

fn main() {
    for tool in [Tool::from(count {}), count_later {}.into()] {
        assert_eq!(tool.options().kind, phaseo_agent::tool::Kind::Streaming);
        assert_eq!(tool.output_schema().tree()["type"], "integer");
    }
}
