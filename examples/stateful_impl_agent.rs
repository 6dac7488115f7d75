//! An agent that is a type: its tools are methods of one value and share what it holds. The method under
//! `#[prompt]` says what the agent is asked and what it answers.
//!
//! `cargo run --example stateful_impl_agent` needs no key and no network.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// A shop with a stock.
struct Shop {
    name: String,
    stock: Mutex<BTreeMap<String, u32>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Order {
    article: String,
    pieces: u32,
}

/// You sell. Look at the stock before you promise anything.
#[agent(model = "openai/gpt-5-nano")]
impl Shop {
    /// Count the pieces of an article.
    #[tool(idempotent)]
    async fn stock(&self, article: String) -> u32 {
        self.pieces(&article)
    }

    /// Put pieces of an article aside.
    #[tool(on_error = "return-to-model")]
    async fn reserve(&self, article: String, pieces: u32) -> Result<u32, String> {
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        let left = stock.entry(article).or_default();
        *left = left
            .checked_sub(pieces)
            .ok_or_else(|| format!("only {left} are left"))?;
        Ok(*left)
    }

    #[prompt]
    async fn sell(&self, wish: String) -> Prompt<Order> {
        Prompt::user(format!("A customer of {} says: {wish}", self.name))
    }

    fn pieces(&self, article: &str) -> u32 {
        let stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        stock.get(article).copied().unwrap_or(0)
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = offline::client([
        call("stock", json!({"article": "lamp"})),
        call("reserve", json!({"article": "lamp", "pieces": 4})),
        call("reserve", json!({"article": "lamp", "pieces": 3})),
        text(json!({"article": "lamp", "pieces": 3})),
    ])
    .await?;
    let shop = Shop {
        name: "Lumen".to_owned(),
        stock: Mutex::new(BTreeMap::from([("lamp".to_owned(), 3)])),
    };
    let agent = shop.into_agent().client(client).build()?;
    let run = agent.run("four lamps, or what there is").await?;
    for call in run.steps().iter().flat_map(|step| &step.calls) {
        let result = call.result();
        let result = result.as_ref().map_or("-", |result| result.output.as_str());
        println!("{}({}) gives {result}", call.name(), call.input());
    }
    if let Outcome::Completed(order) = run.outcome() {
        println!("sold: {} × {}", order.pieces, order.article);
    }
    Ok(())
}
