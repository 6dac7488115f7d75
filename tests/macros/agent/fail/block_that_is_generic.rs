use phaseo_agent::prelude::*;

struct Support<T>(T);

#[agent(model = "openai/gpt-5-nano")]
impl<T: Send> Support<T> {
    /// Count.
    #[tool]
    async fn count(&self) -> u32 {
        1
    }
}

fn main() {}
