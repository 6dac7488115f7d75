use phaseo_agent::prelude::*;

/// Index a repository.
#[tool]
async fn index(files: u32) -> ToolStream<u32, u32> {
    emit!(files);
    Ok(files)
}

/// Count the files.
#[tool]
async fn count(files: u32) -> u32 {
    emit!(files);
    files
}

fn main() {}
