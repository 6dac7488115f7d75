//! What every store must do.

use std::sync::Arc;

use futures_util::future::{join, join_all};

use crate::content::Content;
use crate::json::RawJson;
use crate::run::{Entry, Fact, LOG_VERSION, Overrides, Path, Status};
use crate::tool::NextTurn;

use super::{Head, Lease, Query, Store, StoreError};

/// Checks that a store does what [`Store`] says. `store` must be empty, and is used up.
///
/// To check that several processes can use one place, give it a store that hands each call to
/// another handle on that place.
///
/// # Panics
/// At the first thing that the store does wrong. This is meant for tests.
///
/// ```
/// use phaseo_agent::store::MemoryStore;
/// use phaseo_agent::testing::store_contract;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// store_contract(MemoryStore::new()).await;
/// # });
/// ```
pub async fn store_contract<S: Store>(store: S) {
    let store = &store;
    an_unknown_run_has_no_entries(store).await;
    entries_come_back_in_order(store).await;
    entries_come_back_as_they_were_written(store).await;
    a_wrong_expected_seq_changes_nothing(store).await;
    an_append_of_nothing_replaces_the_head(store).await;
    the_tail_begins_behind_what_was_seen(store).await;
    heads_are_listed_by_status_and_in_pages(store).await;
    a_deleted_run_is_gone(store).await;
    run_ids_are_compared_by_their_bytes(store).await;
    a_lease_keeps_others_away_until_it_runs_out(store).await;
    a_refused_lease_changes_nothing(store).await;
    an_append_replaces_the_lease_and_does_not_ask_for_it(store).await;
    of_many_writers_one_wins(store).await;
    of_many_leases_one_wins(store).await;
    readers_see_whole_batches_only(store).await;
}

/// The first `count` entries of a run whose model never answers, with its head.
fn log(run: &str, count: u64) -> (Vec<Arc<Entry>>, Head) {
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

fn entry(seq: u64, fact: Fact) -> Arc<Entry> {
    Arc::new(Entry {
        version: LOG_VERSION,
        seq,
        at: 1_000 + seq,
        path: Path::default(),
        fact,
    })
}

fn head(run: &str, status: Status, updated_at: u64) -> Head {
    Head {
        run_id: run.to_owned(),
        agent_id: "agent".to_owned(),
        status,
        updated_at,
        lease: None,
    }
}

/// Appends the first `count` entries of `run` to a log that has none.
async fn begin<S: Store>(store: &S, run: &str, count: u64) -> (Vec<Arc<Entry>>, Head) {
    let (entries, head) = log(run, count);
    let begun = store.append(run, 0, &entries, &head).await;
    assert!(
        begun.is_ok(),
        "an append of {count} entries to the new run `{run}`: {begun:?}"
    );
    (entries, head)
}

async fn stored_head<S: Store>(store: &S, run: &str) -> Head {
    store
        .head(run)
        .await
        .expect("head")
        .expect("the head of a run that is there")
}

async fn an_unknown_run_has_no_entries<S: Store>(store: &S) {
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

async fn entries_come_back_in_order<S: Store>(store: &S) {
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

async fn entries_come_back_as_they_were_written<S: Store>(store: &S) {
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

async fn a_wrong_expected_seq_changes_nothing<S: Store>(store: &S) {
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

async fn an_append_of_nothing_replaces_the_head<S: Store>(store: &S) {
    let (entries, _) = begin(store, "head-only", 2).await;
    let cancelled = head("head-only", Status::Cancelled, 3_000);
    store
        .append("head-only", 2, &[], &cancelled)
        .await
        .expect("an append of no entries");
    assert_eq!(store.load("head-only", 0).await.expect("load"), entries);
    assert_eq!(stored_head(store, "head-only").await, cancelled);
}

async fn the_tail_begins_behind_what_was_seen<S: Store>(store: &S) {
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

async fn heads_are_listed_by_status_and_in_pages<S: Store>(store: &S) {
    let before = store.list(&Query::all()).await.expect("list").len();
    for (run, status) in [
        ("list-c", Status::Running),
        ("list-a", Status::Running),
        ("list-b", Status::Failed),
    ] {
        let (entries, _) = log(run, 1);
        store
            .append(run, 0, &entries, &head(run, status, 1_001))
            .await
            .expect("append");
    }
    let all = store.list(&Query::all()).await.expect("list");
    assert_eq!(all.len(), before + 3);
    assert!(
        all.is_sorted_by(|left, right| left.run_id < right.run_id),
        "heads are ordered by run id"
    );
    let running = store
        .list(&Query::all().status(Status::Running))
        .await
        .expect("list by status");
    let failed = store
        .list(&Query::all().status(Status::Failed))
        .await
        .expect("list by status");
    // Other runs of the suite are there too.
    let ids = |heads: &[Head]| -> Vec<String> {
        heads
            .iter()
            .map(|head| head.run_id.clone())
            .filter(|id| id.starts_with("list-"))
            .collect()
    };
    assert_eq!(
        (ids(&running), ids(&failed)),
        (
            vec!["list-a".into(), "list-c".into()],
            vec!["list-b".into()]
        )
    );
    let page = store
        .list(&Query::all().after("list-a").limit(1))
        .await
        .expect("a page");
    assert_eq!(ids(&page), ["list-b"]);
    assert_eq!(page[0].status, Status::Failed);
    let page = store
        .list(
            &Query::all()
                .status(Status::Running)
                .after("list-a")
                .limit(1),
        )
        .await
        .expect("a page");
    assert_eq!(ids(&page), ["list-c"], "a page by status");
    assert_eq!(
        store
            .list(&Query::all().limit(0))
            .await
            .expect("a page of nothing"),
        []
    );
}

async fn a_deleted_run_is_gone<S: Store>(store: &S) {
    begin(store, "deleted", 3).await;
    begin(store, "deleted-not", 1).await;
    assert!(store.delete("deleted").await.expect("delete"));
    assert!(!store.delete("deleted").await.expect("a second delete"));
    assert_eq!(store.load("deleted", 0).await.expect("load"), []);
    assert_eq!(store.head("deleted").await.expect("head"), None);
    assert!(
        !store
            .list(&Query::all())
            .await
            .expect("list")
            .iter()
            .any(|head| head.run_id == "deleted")
    );
    // The run can start anew, and nothing of the old one is in it.
    let (entries, _) = begin(store, "deleted", 1).await;
    assert_eq!(store.load("deleted", 0).await.expect("load"), entries);
    assert_eq!(
        store.load("deleted-not", 0).await.expect("load").len(),
        1,
        "the log of another run"
    );
}

async fn run_ids_are_compared_by_their_bytes<S: Store>(store: &S) {
    // In the order of their UTF-8. Among them: the same letter composed and not, cases, a blank at the end, wildcards,
    // what SQL quotes with, and characters that UTF-16 orders otherwise.
    let ids = [
        "id-",
        "id- ",
        "id-%",
        "id-'\"\\",
        "id-/🦀",
        "id-A",
        "id-_",
        "id-a",
        "id-e\u{301}",
        "id-é",
        "id-ｆ",
        "id-𐀀",
    ];
    for run in ids {
        begin(store, run, 1).await;
    }
    for run in ids {
        let (entries, head) = log(run, 1);
        assert_eq!(
            store.load(run, 0).await.expect("load"),
            entries,
            "the log of `{run}`"
        );
        assert_eq!(store.head(run).await.expect("head"), Some(head));
    }
    let page = Query::all().after("id").limit(ids.len());
    let listed: Vec<_> = store
        .list(&page)
        .await
        .expect("list")
        .into_iter()
        .map(|head| head.run_id)
        .collect();
    assert_eq!(listed, ids, "the order of run ids is that of their bytes");
}

async fn a_lease_keeps_others_away_until_it_runs_out<S: Store>(store: &S) {
    let (entries, head) = begin(store, "leased", 2).await;
    let first = Lease::new("worker-1", 5_000);
    store
        .lease("leased", &first, 1_000, 2)
        .await
        .expect("a lease of a run that nobody has");
    let leased = Head {
        lease: Some(first),
        ..head.clone()
    };
    assert_eq!(
        stored_head(store, "leased").await,
        leased,
        "the head with the lease"
    );
    assert!(
        store
            .list(&Query::all())
            .await
            .expect("list")
            .contains(&leased),
        "the list shows the lease"
    );
    assert_eq!(
        store.load("leased", 0).await.expect("load"),
        entries,
        "a lease changes no entries"
    );

    let second = Lease::new("worker-2", 9_000);
    let refused = store.lease("leased", &second, 4_999, 2).await;
    assert!(
        matches!(&refused, Err(StoreError::Leased { run, owner, until: 5_000 }) if run == "leased" && owner == "worker-1"),
        "a lease while another's is in force: {refused:?}"
    );
    store
        .lease("leased", &Lease::new("worker-1", 6_000), 4_999, 2)
        .await
        .expect("the owner renews its lease");
    assert!(
        store.lease("leased", &second, 5_999, 2).await.is_err(),
        "a lease while another's is in force, renewed"
    );
    store
        .lease("leased", &second, 6_000, 2)
        .await
        .expect("a lease when the other one has run out");
    assert_eq!(stored_head(store, "leased").await.lease, Some(second));
    store
        .lease("leased", &Lease::new("worker-2", 0), 6_000, 2)
        .await
        .expect("the owner gives its lease up");
    store
        .lease("leased", &Lease::new("worker-1", 8_000), 6_000, 2)
        .await
        .expect("a lease of a run given up");
}

async fn a_refused_lease_changes_nothing<S: Store>(store: &S) {
    let (entries, head) = begin(store, "not-leased", 2).await;
    let lease = Lease::new("worker-1", 5_000);
    for wrong in [0, 1, 3] {
        let refused = store.lease("not-leased", &lease, 1_000, wrong).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict { expected, found: 2, .. }) if expected == wrong),
            "a lease that expects {wrong} of 2 entries: {refused:?}"
        );
    }
    assert_eq!(stored_head(store, "not-leased").await, head);
    store
        .lease("not-leased", &lease, 1_000, 2)
        .await
        .expect("lease");
    let refused = store
        .lease("not-leased", &Lease::new("worker-2", 9_000), 1_000, 7)
        .await;
    assert!(
        matches!(refused, Err(StoreError::Leased { .. })),
        "the lease counts before the length: {refused:?}"
    );
    assert_eq!(
        stored_head(store, "not-leased").await,
        Head {
            lease: Some(lease),
            ..head
        }
    );
    assert_eq!(store.load("not-leased", 0).await.expect("load"), entries);
}

async fn an_append_replaces_the_lease_and_does_not_ask_for_it<S: Store>(store: &S) {
    begin(store, "taken-over", 1).await;
    store
        .lease("taken-over", &Lease::new("worker-1", 5_000), 1_000, 1)
        .await
        .expect("lease");
    let (entries, head) = log("taken-over", 3);
    let other = Head {
        lease: Some(Lease::new("worker-2", 9_000)),
        ..head.clone()
    };
    store
        .append("taken-over", 1, &entries[1..2], &other)
        .await
        .expect("an append whose expected length is right");
    assert_eq!(stored_head(store, "taken-over").await, other);
    store
        .append("taken-over", 2, &entries[2..], &head)
        .await
        .expect("an append that gives the lease up");
    assert_eq!(stored_head(store, "taken-over").await.lease, None);
}

async fn of_many_writers_one_wins<S: Store>(store: &S) {
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

async fn of_many_leases_one_wins<S: Store>(store: &S) {
    begin(store, "lease-race", 1).await;
    for round in 0..10 {
        let now = 10 * round;
        let leases: Vec<_> = (0..8)
            .map(|worker| Lease::new(format!("worker-{worker}"), now + 10))
            .collect();
        let results = join_all(
            leases
                .iter()
                .map(|lease| store.lease("lease-race", lease, now, 1)),
        )
        .await;
        let winners: Vec<_> = leases
            .iter()
            .zip(&results)
            .filter(|(_, result)| result.is_ok())
            .collect();
        assert_eq!(winners.len(), 1, "one of 8 leases wins: {results:?}");
        let refused = results
            .iter()
            .filter(|result| matches!(result, Err(StoreError::Leased { .. })))
            .count();
        assert_eq!(refused, 7, "the others are told of the lease: {results:?}");
        assert_eq!(
            stored_head(store, "lease-race").await.lease.as_ref(),
            Some(winners[0].0)
        );
    }
}

/// Batches of `BATCH` entries, while readers load all the time.
async fn readers_see_whole_batches_only<S: Store>(store: &S) {
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
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut yielded, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}
