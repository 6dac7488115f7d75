use phaseo_agent::prelude::*;

/// Count, and remember how far.
#[tool]
async fn count(to: u32, progress: Progress<u32>, session: RunContext<Option<u32>>) -> Result<u32, ToolError> {
    for number in 1..=to {
        progress.send(number).await?;
    }
    let before = session.get()?.unwrap_or_default();
    session.set(&Some(before + to))?;
    Ok(before + to)
}

fn main() {
    let schema = Tool::from(count {}).input_schema().text().to_string();
    assert!(schema.contains("\"to\"") && !schema.contains("progress") && !schema.contains("session"), "{schema}");
}
