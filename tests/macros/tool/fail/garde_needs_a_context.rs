use phaseo_agent::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
#[garde(context(Limits as limits))]
struct Order {
    #[garde(custom(|item: &String, limits: &Limits| {
        (item.len() < limits.longest).then_some(()).ok_or_else(|| garde::Error::new("too long"))
    }))]
    item: String,
}

struct Limits {
    longest: usize,
}

/// Order something.
#[tool]
async fn order(order: Order) -> String {
    order.item
}

fn main() {}
