use phaseo_agent::prelude::*;

trait Counts {}

#[agent(model = "openai/gpt-5-nano")]
impl dyn Counts {
    /// Count.
    #[tool]
    async fn count(&self) -> u32 {
        1
    }
}

fn main() {}
