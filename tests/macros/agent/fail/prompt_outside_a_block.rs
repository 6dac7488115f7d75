use phaseo_agent::prelude::*;

/// You answer.
#[prompt]
async fn ask(question: String) -> Prompt<String> {
    Prompt::user(question)
}

struct Desk;

impl Desk {
    /// You answer.
    #[prompt]
    async fn ask(&self, question: String) -> Prompt<String> {
        Prompt::user(question)
    }
}

fn main() {}
