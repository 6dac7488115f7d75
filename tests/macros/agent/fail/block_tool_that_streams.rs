use phaseo_agent::prelude::*;

struct Support;

#[agent(model = "openai/gpt-5-nano")]
impl Support {
    /// Count.
    #[tool(streaming)]
    async fn count(&self) -> ToolStream<u32, u32> {
        emit!(1);
        Ok(1)
    }
}

fn main() {}
