//! What readers see.

use std::future::poll_fn;
use std::mem::replace;
use std::task::Poll;

use futures_util::future::{join, join_all};

use crate::store::{Lease, Query, Store, StoreError};

use super::log::{begin, log};

pub(super) async fn an_unknown_run_has_no_entries<S: Store>(store: &S) {
    assert_eq!(
        store
            .load("unknown", 0)
            .await
            .expect("load of an unknown run"),
        []
    );
    assert_eq!(
        store.head("unknown").await.expect("head of an unknown run"),
        None
    );
    let leased = store
        .lease("unknown", &Lease::new("worker", 2_000), 1_000, 0)
        .await;
    assert!(
        matches!(&leased, Err(StoreError::UnknownRun(run)) if run == "unknown"),
        "a lease of an unknown run: {leased:?}"
    );
    assert_eq!(
        store
            .list(&Query::all())
            .await
            .expect("list of an empty store"),
        []
    );
    assert!(
        !store
            .delete("unknown")
            .await
            .expect("delete of an unknown run")
    );
}

pub(super) async fn the_tail_begins_behind_what_was_seen<S: Store>(store: &S) {
    let (entries, _) = begin(store, "tail", 4).await;
    for seen in 0..=4_u64 {
        let seen_entries = usize::try_from(seen).expect("a small number");
        assert_eq!(
            store.load("tail", seen).await.expect("load"),
            entries[seen_entries..]
        );
    }
    for beyond in [99, u64::MAX] {
        assert_eq!(
            store
                .load("tail", beyond)
                .await
                .expect("load beyond the end"),
            []
        );
    }
}

/// Batches of `BATCH` entries, while readers load all the time.
pub(super) async fn readers_see_whole_batches_only<S: Store>(store: &S) {
    const BATCH: usize = 7;
    let (entries, head) = log("batches", 40 * BATCH as u64);
    let write = async {
        let mut expected = 0;
        for batch in entries.chunks(BATCH) {
            store
                .append("batches", expected, batch, &head)
                .await
                .expect("append of a batch");
            expected += batch.len() as u64;
            turn().await;
        }
    };
    let read = || async {
        let mut seen = 0;
        while seen < entries.len() {
            let loaded = store
                .load("batches", 0)
                .await
                .expect("load while another writes");
            assert_eq!(loaded.len() % BATCH, 0, "a reader saw a part of an append");
            assert!(
                loaded.len() >= seen,
                "a reader saw {seen} entries, and later {}",
                loaded.len()
            );
            assert_eq!(loaded, entries[..loaded.len()]);
            seen = loaded.len();
            let tail = store
                .load("batches", seen as u64)
                .await
                .expect("load of the tail while another writes");
            assert_eq!(
                tail.len() % BATCH,
                0,
                "a reader of the tail saw a part of an append"
            );
            turn().await;
        }
    };
    join(write, join_all([read(), read(), read()])).await;
}

/// Lets the others go on, whatever the runtime is.
async fn turn() {
    let mut yielded = false;
    poll_fn(|context| {
        if replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
