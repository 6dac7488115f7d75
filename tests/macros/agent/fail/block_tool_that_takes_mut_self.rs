use phaseo_agent::prelude::*;

struct Support;

#[agent(model = "openai/gpt-5-nano")]
impl Support {
    /// Count.
    #[tool]
    async fn count(&mut self) -> u32 {
        1
    }

    /// Count in another way.
    #[tool]
    async fn count_once(self) -> u32 {
        1
    }
}

fn main() {
    let _ = Support.into_agent();
}
