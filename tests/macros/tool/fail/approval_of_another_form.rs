use phaseo_agent::prelude::*;

/// With a closure.
#[tool(approval = |input| input.release.is_empty())]
async fn closure(release: String) -> String {
    release
}

/// With a path.
#[tool(approval = must_ask)]
async fn path(release: String) -> String {
    release
}

/// With text.
#[tool(approval = "true")]
async fn text(release: String) -> String {
    release
}

fn main() {}
