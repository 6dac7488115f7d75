use phaseo_agent::prelude::*;

/// Of nothing.
#[tool(approval = || true)]
async fn of_nothing(release: String) -> String {
    release
}

/// Of too much.
#[tool(approval = |input, context, more| true)]
async fn of_too_much(release: String) -> String {
    release
}

fn main() {}
