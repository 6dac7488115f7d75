use phaseo_agent::prelude::*;

struct Support;

#[agent(model = "openai/gpt-5-nano")]
impl Support {
    #[prompt]
    async fn ask(&self, question: String) -> String {
        question
    }
}

fn main() {}
