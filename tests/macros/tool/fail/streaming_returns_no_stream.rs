use phaseo_agent::prelude::*;

/// Index a repository.
#[tool(streaming)]
async fn index(files: u32) -> Result<u32, ToolError> {
    emit!(files);
    Ok(files)
}

/// Index nothing.
#[tool(streaming)]
async fn nothing(files: u32) {
    emit!(files);
}

fn main() {}
