use phaseo_agent::prelude::*;

/// Ask a person.
#[tool(manual, on_response = counted)]
async fn ask(question: String) -> String;

async fn counted(answer: String, _context: ToolContext) -> Result<usize, ToolError> {
    Ok(answer.len())
}

fn main() {}
