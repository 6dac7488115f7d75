mod deploy {
    use phaseo_agent::prelude::*;

    /// Deploy a release.
    #[tool]
    pub async fn deploy(release: String) -> String {
        release
    }
}

pub use deploy::deploy;

fn main() {}
