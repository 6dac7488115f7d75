use phaseo_agent::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    item: String,
}

/// Order something.
#[tool]
async fn order(args: Args) -> String {
    args.item
}

fn main() {}
