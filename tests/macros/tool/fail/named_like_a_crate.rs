use phaseo_agent::prelude::*;

/// Tell the time.
#[tool]
async fn serde_json(city: String) -> String {
    city
}

fn main() {
    let _ = Tool::from(serde_json {});
    let _: Option<serde_json::Value> = None;
}
