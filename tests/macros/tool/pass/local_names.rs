//! Tools and parameters may be called as what an expansion could use inside.
#![deny(warnings)]

use phaseo_agent::prelude::*;

/// A tool named `input`.
#[tool]
async fn input(input: String, context: String, value: u8, returned: u8, issues: u8) -> String {
    format!("{input}{context}{value}{returned}{issues}")
}

/// A tool named `context`.
#[tool]
async fn context(#[garde(length(min = 1))] call: String, output_schema: Option<u8>) -> String {
    format!("{call}{output_schema:?}")
}

/// A tool named `call`.
#[tool]
async fn call(r#type: String, r#match: u8) -> String {
    format!("{type}{match}", r#type = r#type, r#match = r#match)
}

/// A tool named by a keyword.
#[tool]
async fn r#move(mut left: u8) -> u8 {
    left += 1;
    left
}

fn main() {
    let _ = [Tool::from(input {}), Tool::from(context {}), Tool::from(call {})];
    assert_eq!(Tool::from(r#move {}).name(), "move");
}
