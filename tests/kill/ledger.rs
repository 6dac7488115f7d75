//! The file that holds the effects of the tools: the truth about what was done.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The ledger, open for writing. Clones share the file.
#[derive(Clone)]
pub(crate) struct Ledger(Arc<File>);

impl Ledger {
    pub(crate) fn open(folder: &Path) -> Self {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path(folder))
            .expect("the ledger can be opened");
        Self(Arc::new(file))
    }

    /// One effect: one line, by one write at the file's end, which the disk has when this returns.
    pub(crate) fn write(&self, tool: &str, key: &str) {
        let line = format!("{tool} {key}\n");
        let written = (&*self.0)
            .write(line.as_bytes())
            .expect("the ledger can be written");
        assert_eq!(written, line.len(), "the line is written in one piece");
        self.0.sync_data().expect("the disk takes the ledger");
    }
}

/// The effects so far: the tool and the key of each.
pub(crate) fn effects(folder: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path(folder)).unwrap_or_default();
    assert!(
        text.is_empty() || text.ends_with('\n'),
        "the ledger's last line is torn: {text:?}"
    );
    let effect = |line: &str| {
        let (tool, key) = line.split_once(' ').expect("a line is `tool key`");
        (tool.to_owned(), key.to_owned())
    };
    text.lines().map(effect).collect()
}

/// How often `tool` had its effect under `key`.
pub(crate) fn count(effects: &[(String, String)], tool: &str, key: &str) -> usize {
    let same = |(by, under): &&(String, String)| by == tool && under == key;
    effects.iter().filter(same).count()
}

fn path(folder: &Path) -> PathBuf {
    folder.join("ledger")
}
