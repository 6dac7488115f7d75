use phaseo_agent::prelude::*;

/// Deploy a release.
#[tool(approval = |input| input.release.len())]
async fn deploy(release: String) -> String {
    release
}

fn main() {}
