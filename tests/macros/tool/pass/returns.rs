//! What a tool may return: a value, nothing, a `Result` with any error, and aliases of it.
#![deny(warnings)]

use phaseo_agent::prelude::*;

type Found<T> = std::result::Result<T, std::num::ParseIntError>;
type Checked = anyhow::Result<u8>;

/// A value.
#[tool]
async fn value(text: String) -> Option<Vec<String>> {
    Some(vec![text])
}

/// Nothing.
#[tool]
async fn nothing() {}

/// A reference to a constant.
#[tool]
async fn constant() -> &'static str {
    "text"
}

/// An alias with a parameter.
#[tool]
async fn alias(text: String) -> Found<u8> {
    text.parse()
}

/// An alias of anyhow's alias.
#[tool]
async fn checked(text: String) -> Checked {
    Ok(text.parse()?)
}

/// The error is text.
#[tool]
async fn text(text: String) -> Result<u8, &'static str> {
    text.parse().map_err(|_| "not a number")
}

/// The error is ours.
#[tool]
async fn ours(text: String) -> Result<(), ToolError> {
    let _: u8 = text.parse()?;
    Err(ToolError::retry("try again"))
}

/// The default error of the prelude's `Result`.
#[tool]
async fn prelude() -> Result<u8> {
    Ok(1)
}

fn main() {
    let tools = [
        Tool::from(value {}),
        Tool::from(nothing {}),
        Tool::from(constant {}),
        Tool::from(alias {}),
        Tool::from(checked {}),
        Tool::from(text {}),
        Tool::from(ours {}),
        Tool::from(prelude {}),
    ];
    assert_eq!(tools.len(), 8);
}
