//! A Postgres server of a test's own, so that the others' is left alone.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use tempfile::{TempDir, tempdir};

/// A server that is stopped and removed with this.
pub(crate) struct Server {
    folder: TempDir,
    url: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        let folder = tempdir().unwrap();
        // The script lets an unprivileged user in.
        set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let mut server = Self {
            folder,
            url: String::new(),
        };
        let variables = server.script("start");
        let url = variables.split('\'').nth(1);
        server.url = url.expect("the script says the URL").to_owned();
        server
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn restart(&self) {
        self.script("restart");
    }

    /// Ends every process of the server at once and starts it again.
    pub(crate) fn crash(&self) {
        self.script("crash");
    }

    pub(crate) fn stop(&self) {
        self.script("stop");
    }

    /// What `tests/postgres` says to an order.
    fn script(&self, order: &str) -> String {
        let output = self.order(order);
        let problem = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{order}: {problem}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn order(&self, order: &str) -> Output {
        Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/postgres"))
            .arg(order)
            .env("PHASEO_POSTGRES_HOME", self.folder.path().join("postgres"))
            .output()
            .unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.order("stop");
    }
}
