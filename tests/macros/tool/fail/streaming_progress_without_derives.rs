use phaseo_agent::prelude::*;

struct Phase;

/// Index a repository.
#[tool(streaming)]
async fn index(path: String) -> ToolStream<Phase, String> {
    emit!(Phase);
    Ok(path)
}

fn main() {}
