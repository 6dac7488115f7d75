use phaseo_agent::prelude::*;

mod deploy {
    use phaseo_agent::prelude::*;

    /// Deploy a release.
    #[tool]
    pub async fn deploy(release: String) -> String {
        release
    }
}

use deploy::deploy;

fn main() {
    let _ = Tool::from(deploy {});
}
