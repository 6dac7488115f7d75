//! Logs to store.

use std::sync::Arc;

use crate::content::Content;
use crate::run::{Entry, Fact, LOG_VERSION, Overrides, Path, Status};
use crate::store::{Head, Store};
use crate::tool::NextTurn;

/// The first `count` entries of a run whose model never answers, with its head.
pub(super) fn log(run: &str, count: u64) -> (Vec<Arc<Entry>>, Head) {
    let entries = (1..=count).map(|seq| entry(seq, fact(run, seq))).collect();
    (entries, head(run, Status::Running, 1_000 + count))
}

fn fact(run: &str, seq: u64) -> Fact {
    match seq {
        1 => Fact::Started {
            run_id: run.into(),
            agent_id: "agent".into(),
            prompt: Arc::new([Content::from(format!(
                "the prompt of {run}, with ünïcode and \"quotes\""
            ))]),
            context: None,
            overrides: Overrides::default(),
        },
        _ => Fact::ModelAsked {
            step: 1,
            attempt: u32::try_from(seq - 1).unwrap_or(u32::MAX),
            model: "model".into(),
            settings: NextTurn::new(),
        },
    }
}

pub(super) fn entry(seq: u64, fact: Fact) -> Arc<Entry> {
    Arc::new(Entry {
        version: LOG_VERSION,
        seq,
        at: 1_000 + seq,
        path: Path::default(),
        fact,
    })
}

pub(super) fn head(run: &str, status: Status, updated_at: u64) -> Head {
    Head {
        run_id: run.to_owned(),
        agent_id: "agent".to_owned(),
        status,
        updated_at,
        lease: None,
    }
}

/// Appends the first `count` entries of `run` to a log that has none.
pub(super) async fn begin<S: Store>(store: &S, run: &str, count: u64) -> (Vec<Arc<Entry>>, Head) {
    let (entries, head) = log(run, count);
    let begun = store.append(run, 0, &entries, &head).await;
    assert!(
        begun.is_ok(),
        "an append of {count} entries to the new run `{run}`: {begun:?}"
    );
    (entries, head)
}

pub(super) async fn stored_head<S: Store>(store: &S, run: &str) -> Head {
    store
        .head(run)
        .await
        .expect("head")
        .expect("the head of a run that is there")
}
