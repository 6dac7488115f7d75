use std::rc::Rc;

use phaseo_agent::prelude::*;

/// Index a repository.
#[tool(streaming)]
async fn index(files: u32) -> ToolStream<u32, u32> {
    let counted = Rc::new(files);
    emit!(files);
    Ok(*counted)
}

fn main() {}
