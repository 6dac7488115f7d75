use phaseo_agent::prelude::*;

/// Deploy a release.
#[tool(approval = false)]
async fn deploy(release: String) -> String {
    release
}

fn main() {}
