use futures_util::Stream;
use phaseo_agent::prelude::*;

/// Index a repository.
#[tool(streaming)]
fn index(files: u32) -> impl Stream<Item = u32> {
    futures_util::stream::iter([files])
}

/// Count the files.
#[tool(streaming)]
fn count(files: u32) -> impl Stream {
    futures_util::stream::iter([files])
}

fn main() {}
