use phaseo_agent::prelude::*;

/// Index a repository.
#[tool(streaming)]
async fn index(files: u32) -> ToolStream<u32, u32> {
    emit!("scanning");
    Ok(files)
}

fn main() {}
