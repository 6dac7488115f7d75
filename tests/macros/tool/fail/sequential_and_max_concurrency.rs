use phaseo_agent::prelude::*;

/// Deploy a release.
#[tool(max_concurrency = 2, sequential)]
async fn deploy(release: String) -> String {
    release
}

fn main() {}
