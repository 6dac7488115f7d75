use phaseo_agent::prelude::*;

struct Support;

#[agent(model = "openai/gpt-5-nano")]
impl Support {
    #[prompt]
    async fn ask(&self, question: String) -> Prompt<String> {
        Prompt::user(question)
    }

    #[prompt]
    async fn ask_again(&self, question: String) -> Prompt<String> {
        Prompt::user(question)
    }
}

fn main() {}
