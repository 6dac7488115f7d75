use phaseo_agent::prelude::*;

/// A key that fields do not have.
#[tool]
async fn key(#[serde(rename_all = "camelCase")] ticket_id: String) {
    drop(ticket_id);
}

/// A number where text is expected.
#[tool]
async fn value(#[serde(rename = 3)] ticket_id: String) {
    drop(ticket_id);
}

/// A path where text is expected.
#[tool]
async fn path(#[serde(default = one)] count: u32) {
    drop(count.to_string());
}

fn one() -> u32 {
    1
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
enum Kind {
    Bug,
}

/// A type without a default.
#[tool]
async fn default(#[serde(default)] kind: Kind) {
    let Kind::Bug = kind;
}

fn main() {}
