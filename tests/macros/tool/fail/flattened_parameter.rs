use phaseo_agent::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Order {
    item: String,
}


/// Order something.
#[tool]
async fn order_item(#[serde(flatten)] order: Order, count: u8) -> String {
    format!("{count} {}", order.item)
}

fn main() {}
