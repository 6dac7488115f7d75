use phaseo_agent::prelude::*;

/// Deploy a release.
#[tool(approval = |input| async move { input.release.len() })]
async fn deploy(release: String) -> String {
    release
}

fn main() {}
