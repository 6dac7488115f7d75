use phaseo_agent::prelude::*;

/// You research.
#[agent(model = "openai/gpt-5-nano")]
async fn researcher(topic: String) -> Prompt<String> {
    Prompt::user(topic)
}

/// You write.
#[agent(model = "openai/gpt-5-nano", tools(researcher))]
async fn writer(topic: String) -> Prompt<String> {
    Prompt::user(topic)
}

fn main() {}
