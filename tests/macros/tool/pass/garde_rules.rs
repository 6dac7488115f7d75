//! garde's rules on parameters, on fields, in lists and by functions of the user's.
#![deny(warnings)]

use std::collections::BTreeMap;

use garde::Validate;
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize, JsonSchema, Validate)]
struct Address {
    #[garde(length(min = 2))]
    city: String,
}

fn is_even(number: &u32, (): &()) -> garde::Result {
    match number % 2 {
        0 => Ok(()),
        _ => Err(garde::Error::new("is odd")),
    }
}

/// Send something.
#[tool]
#[expect(clippy::too_many_arguments)]
async fn send(
    #[garde(length(min = 3, max = 12))] name: String,
    #[garde(range(min = 1, max = 100))] count: u32,
    #[garde(custom(is_even))] even: u32,
    #[garde(email)] mail: String,
    #[garde(pattern("^[A-Z]+$"))] code: String,
    #[garde(length(max = 3), inner(length(min = 1)))] tags: Vec<String>,
    #[garde(dive)] addresses: Vec<Address>,
    #[garde(skip)] notes: BTreeMap<String, String>,
    home: Option<Address>,
    plain: bool,
) -> String {
    let _ = (count, even, mail, code, tags, addresses, notes, home, plain);
    name
}

fn main() {
    let tool = Tool::from(send {});
    let properties = &tool.input_schema().tree()["properties"];
    assert_eq!(properties["name"], json!({"type": "string", "minLength": 3, "maxLength": 12}));
    assert_eq!((&properties["count"]["minimum"], &properties["count"]["maximum"]), (&json!(1), &json!(100)));
    assert_eq!(properties["mail"]["format"], json!("email"));
    assert_eq!(properties["code"]["pattern"], json!("^[A-Z]+$"));
    assert_eq!(properties["tags"]["maxItems"], json!(3));
}
