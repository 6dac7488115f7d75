use phaseo_agent::prelude::*;

struct Support;

impl Support {
    #[agent(model = "openai/gpt-5-nano")]
    async fn ask(&self, question: String) -> Prompt<String> {
        Prompt::user(question)
    }
}

fn main() {}
