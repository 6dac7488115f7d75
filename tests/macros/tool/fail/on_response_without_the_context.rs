use phaseo_agent::prelude::*;

/// Ask a person.
#[tool(manual, on_response = answered)]
async fn ask(question: String) -> String;

async fn answered(answer: String) -> Result<String, ToolError> {
    Ok(answer)
}

fn main() {}
