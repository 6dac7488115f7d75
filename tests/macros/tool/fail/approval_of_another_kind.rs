use phaseo_agent::prelude::*;

/// With text.
#[tool(approval = "text")]
async fn text(release: String) -> String {
    release
}

/// With a number.
#[tool(approval = 3)]
async fn number(release: String) -> String {
    release
}

/// With a call.
#[tool(approval = must_ask())]
async fn call(release: String) -> String {
    release
}

/// With nothing.
#[tool(approval)]
async fn nothing(release: String) -> String {
    release
}

fn main() {}
