use phaseo_agent::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Order {
    item: String,
}


/// Order something.
#[tool]
async fn order(Args(order): Args<Order>, count: u8) -> String {
    format!("{count} {}", order.item)
}

fn main() {}
