use phaseo_agent::prelude::*;

/// With text.
#[tool(manual, on_response = "answered")]
async fn text(question: String) -> String;

/// With a closure.
#[tool(manual, on_response = |answer: String, _context| answer)]
async fn closure(question: String) -> String;

/// Without a value.
#[tool(manual, on_response)]
async fn nothing(question: String) -> String;

fn main() {}
