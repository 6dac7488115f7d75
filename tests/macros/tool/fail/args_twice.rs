use phaseo_agent::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Order {
    item: String,
}


/// Order something.
#[tool]
async fn order(Args(first): Args<Order>, Args(second): Args<Order>) -> String {
    first.item + &second.item
}

fn main() {}
