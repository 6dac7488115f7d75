//! Types whose schemas are behind schemars' features.
#![deny(warnings)]

use phaseo_agent::prelude::*;
use serde_json::json;

/// Book a table.
#[tool]
async fn book(id: uuid::Uuid, at: chrono::DateTime<chrono::Utc>, until: Option<chrono::NaiveDate>) -> uuid::Uuid {
    let _ = (at, until);
    id
}

fn main() {
    let tool = Tool::from(book {});
    let properties = &tool.input_schema().tree()["properties"];
    assert_eq!(properties["id"], json!({"type": "string", "format": "uuid"}));
    assert_eq!(properties["at"]["format"], json!("date-time"));
    assert_eq!(properties["until"]["format"], json!("date"));
    assert_eq!(tool.output_schema().tree()["format"], json!("uuid"));
}
