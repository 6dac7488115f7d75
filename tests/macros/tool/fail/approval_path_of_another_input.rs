use phaseo_agent::prelude::*;

/// Deploy a release.
#[tool(approval = is_risky)]
async fn deploy(release: String) -> String {
    release
}

fn is_risky(release: &String) -> bool {
    release.is_empty()
}

fn main() {}
