use phaseo_agent::prelude::*;

struct Support;

#[agent(modl = "openai/gpt-5-nano")]
impl Support {
    #[tool(timeout = "3 parsecs")]
    async fn count(&self) -> u32 {
        1
    }

    /// Load.
    #[tool(aproval = true)]
    fn load(&self, id: &str) -> u32 {
        1
    }

    #[prompt]
    async fn ask(&self, question: String) {}
}

fn main() {
    let _ = Support.into_agent();
}
