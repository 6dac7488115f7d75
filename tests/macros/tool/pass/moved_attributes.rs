//! What a parameter has for the input struct moves there, and lint levels stay.
#![deny(warnings)]

use phaseo_agent::prelude::*;

fn three() -> u8 {
    3
}

/// Order something.
#[tool]
async fn order(
    /// What to order.
    #[serde(rename = "itemName", alias = "item")]
    #[schemars(example = &"tea")]
    #[garde(length(min = 1), ascii)]
    item_name: String,
    #[serde(default = "three")]
    #[garde(range(max = 5))]
    count: u8,
    #[schemars(with = "String")]
    #[serde(with = "seconds")]
    delay: std::time::Duration,
    #[allow(unused_variables)] unused: Option<bool>,
) -> String {
    format!("{count} {item_name} {delay:?}")
}

mod seconds {
    use serde::Deserialize;

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<std::time::Duration, D::Error> {
        u64::deserialize(from).map(std::time::Duration::from_secs)
    }
}

fn main() {
    let _ = Tool::from(order {});
    let input = OrderInput {
        item_name: "tea".to_owned(),
        count: three(),
        delay: std::time::Duration::ZERO,
        unused: None,
    };
    assert_eq!(input.count, 3);
}
