use phaseo_agent::prelude::*;

struct Indexed;

/// Index a repository.
#[tool(streaming)]
async fn index(path: String) -> ToolStream<String, Indexed> {
    emit!(path);
    Ok(Indexed)
}

fn main() {}
