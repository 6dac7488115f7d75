//! What appends do.

use std::sync::Arc;

use futures_util::future::join_all;

use crate::content::Content;
use crate::json::RawJson;
use crate::run::{Fact, Overrides, Status};
use crate::store::{Head, Store, StoreError};

use super::log::{begin, entry, head, log, stored_head};

pub(super) async fn entries_come_back_in_order<S: Store>(store: &S) {
    let (entries, head) = log("in-order", 5);
    store
        .append("in-order", 0, &entries[..2], &head)
        .await
        .expect("the first append");
    store
        .append("in-order", 2, &entries[2..3], &head)
        .await
        .expect("the second append");
    store
        .append("in-order", 3, &entries[3..], &head)
        .await
        .expect("the third append");
    assert_eq!(store.load("in-order", 0).await.expect("load"), entries);
    assert_eq!(store.head("in-order").await.expect("head"), Some(head));
}

pub(super) async fn entries_come_back_as_they_were_written<S: Store>(store: &S) {
    // What a model or tool wrote is echoed byte by byte: blanks, the order of members, 1.0 and \u0000.
    let answer =
        RawJson::parse(r#"{ "b": 1.0,  "a": [ ], "nul": "\u0000", "é": "\u00e9" }"#).expect("JSON");
    let big = "a mebibyte, ünïcode included; ".repeat(1 + (1 << 20) / 30);
    let started = Fact::Started {
        run_id: "big".into(),
        agent_id: "agent".into(),
        prompt: Arc::new([Content::from(big)]),
        context: None,
        overrides: Overrides::default(),
    };
    let entries = [entry(1, started), entry(2, Fact::Completed { answer })];
    let head = head("big", Status::Completed, 1_002);
    store
        .append("big", 0, &entries, &head)
        .await
        .expect("an append of an entry of 1 MiB");
    let loaded = store
        .load("big", 0)
        .await
        .expect("load of an entry of 1 MiB");
    // Not `assert_eq`, which would print it all.
    assert!(
        loaded[0] == entries[0],
        "an entry of 1 MiB came back changed"
    );
    assert_eq!(loaded[1..], entries[1..]);
}

pub(super) async fn a_wrong_expected_seq_changes_nothing<S: Store>(store: &S) {
    let (entries, head) = log("conflict", 4);
    let other = Head {
        status: Status::Failed,
        ..head.clone()
    };
    let early = store.append("conflict", 1, &entries[1..2], &head).await;
    assert!(
        matches!(
            early,
            Err(StoreError::Conflict {
                expected: 1,
                found: 0,
                ..
            })
        ),
        "an append to a run that is not there: {early:?}"
    );
    store
        .append("conflict", 0, &entries[..2], &head)
        .await
        .expect("the first append");
    for wrong in [0, 1, 3, u64::MAX] {
        let refused = store.append("conflict", wrong, &entries[2..], &other).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict { expected, found: 2, .. }) if expected == wrong),
            "an append behind {wrong} of 2 entries: {refused:?}"
        );
    }
    assert_eq!(store.load("conflict", 0).await.expect("load"), entries[..2]);
    assert_eq!(store.head("conflict").await.expect("head"), Some(head));
}

pub(super) async fn an_append_of_nothing_replaces_the_head<S: Store>(store: &S) {
    let (entries, _) = begin(store, "head-only", 2).await;
    let cancelled = head("head-only", Status::Cancelled, 3_000);
    store
        .append("head-only", 2, &[], &cancelled)
        .await
        .expect("an append of no entries");
    assert_eq!(store.load("head-only", 0).await.expect("load"), entries);
    assert_eq!(stored_head(store, "head-only").await, cancelled);
}

pub(super) async fn of_many_writers_one_wins<S: Store>(store: &S) {
    let (entries, head) = log("race", 10);
    for (expected, entry) in (0..).zip(&entries) {
        let attempts =
            (0..8).map(|_| store.append("race", expected, std::slice::from_ref(entry), &head));
        let results = join_all(attempts).await;
        assert_eq!(
            results.iter().filter(|result| result.is_ok()).count(),
            1,
            "one of 8 appends wins: {results:?}"
        );
        let refused = results
            .iter()
            .filter(|result| matches!(result, Err(StoreError::Conflict { .. })))
            .count();
        assert_eq!(refused, 7, "the others are told of a conflict: {results:?}");
    }
    assert_eq!(store.load("race", 0).await.expect("load"), entries);
}
