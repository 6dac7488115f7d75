use phaseo_agent::prelude::*;

/// Deploy a release.
#[tool(approval = |input| input.relase.is_empty())]
async fn deploy(release: String) -> String {
    release
}

fn main() {}
