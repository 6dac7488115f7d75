use phaseo_agent::prelude::*;

struct Support;

#[agent(model = "openai/gpt-5-nano")]
impl Support {
    /// Count.
    #[tool]
    async fn count() -> u32 {
        1
    }
}

fn main() {
    let _ = Support.into_agent();
}
