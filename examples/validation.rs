//! Rules on parameters, stated once with `#[garde(..)]`: the model reads them in the schema, and a call
//! that breaks them never reaches the function. With `on_error = "return-to-model"` the model is told every
//! path that is wrong, and tries again.
//!
//! `cargo run --example validation` needs no key and no network.

use examples::offline::{self, call, text};
use garde::Validate;
use phaseo_agent::item::Message;
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize, JsonSchema, Validate)]
struct Line {
    #[garde(length(min = 3, max = 8), ascii)]
    article: String,
    #[garde(range(min = 1, max = 99))]
    count: u32,
}

/// Order articles.
#[tool(on_error = "return-to-model")]
async fn order(
    #[garde(length(min = 6), contains("@"))] email: String,
    #[garde(length(min = 1), dive)] lines: Vec<Line>,
) -> String {
    let articles: Vec<_> = lines
        .iter()
        .map(|line| format!("{} × {}", line.count, line.article))
        .collect();
    format!("ordered {} for {email}", articles.join(", "))
}

/// You take orders.
#[agent(model = "openai/gpt-5-nano", tools(order))]
async fn clerk(letter: String) -> Prompt<String> {
    Prompt::user(letter)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let wrong = json!({"email": "ada", "lines": [{"article": "A1", "count": 100}]});
    let right = json!({"email": "ada@example.com", "lines": [{"article": "A-100", "count": 2}]});
    let client = offline::client([
        call("order", wrong),
        call("order", right),
        text("Your order is on its way."),
    ])
    .await?;
    let agent = clerk::agent().client(client).build()?;
    let run = agent.run("Two A-100, please. Ada").await?;
    for message in run.state().transcript() {
        if let Message::Tool(results) = message {
            for result in results.iter() {
                // The expected schema follows; it is long.
                let told = result.output.as_str();
                println!("{}", told.split(" Expected JSON").next().unwrap_or(told));
            }
        }
    }
    if let Outcome::Completed(answer) = run.outcome() {
        println!("{answer}");
    }
    Ok(())
}
