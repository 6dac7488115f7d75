//! What every store must do.

use std::sync::Arc;

use crate::content::Content;
use crate::run::{Entry, Machine, Rules, State, Status};

use super::{Head, Query, Store, StoreError};

/// Checks that a store does what [`Store`] says. `store` must be empty, and is used up.
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
    let store = Arc::new(store);
    an_unknown_run_has_no_entries(&*store).await;
    entries_come_back_in_order(&*store).await;
    a_wrong_expected_seq_changes_nothing(&*store).await;
    the_tail_begins_behind_what_was_seen(&*store).await;
    heads_are_listed_by_status_and_in_pages(&*store).await;
    a_deleted_run_is_gone(&*store).await;
    of_many_writers_one_wins(&store).await;
}

/// `count` entries of a run, with its head.
fn log(run: &str, count: usize) -> (Vec<Arc<Entry>>, Head) {
    let prompt = Arc::new([Content::from(format!("the prompt of {run}, with ünïcode and \"quotes\""))]);
    let mut machine = Machine::start(Arc::new(Rules::new("model")), run.into(), "agent".into(), prompt, 1_000);
    let mut entries: Vec<_> = Vec::new();
    while entries.len() < count {
        match machine.next() {
            crate::run::Action::Append { entries: new, .. } => {
                entries.extend(new);
                machine.apply(1_000, crate::run::Happened::Appended).expect("the entries were asked to be saved");
            }
            crate::run::Action::AskModel(_) => {
                let failure = crate::run::Failure::model("lost");
                machine.apply(1_001, crate::run::Happened::ModelFailed(failure)).expect("the model was asked");
            }
            _ => {
                let state = machine.into_state();
                machine = Machine::resume(Arc::new(Rules::new("model")), state, Default::default(), 1_002)
                    .expect("there are no decisions to refuse");
            }
        }
    }
    entries.truncate(count);
    let state = State::fold(entries.iter().map(Arc::clone)).expect("the log was made by a machine");
    (entries, Head::of(&state))
}

async fn an_unknown_run_has_no_entries<S: Store>(store: &S) {
    assert_eq!(store.load("unknown", 0).await.expect("load of an unknown run"), []);
    assert_eq!(store.list(&Query::all()).await.expect("list of an empty store"), []);
    assert!(!store.delete("unknown").await.expect("delete of an unknown run"));
}

async fn entries_come_back_in_order<S: Store>(store: &S) {
    let (entries, head) = log("in-order", 5);
    store.append("in-order", 0, &entries[..2], &head).await.expect("the first append");
    store.append("in-order", 2, &entries[2..3], &head).await.expect("the second append");
    store.append("in-order", 3, &entries[3..], &head).await.expect("the third append");
    assert_eq!(store.load("in-order", 0).await.expect("load"), entries);
}

async fn a_wrong_expected_seq_changes_nothing<S: Store>(store: &S) {
    let (entries, head) = log("conflict", 4);
    let early = store.append("conflict", 1, &entries[1..2], &head).await;
    assert!(
        matches!(early, Err(StoreError::Conflict { expected: 1, found: 0, .. })),
        "an append to a run that is not there: {early:?}"
    );
    store.append("conflict", 0, &entries[..2], &head).await.expect("the first append");
    for wrong in [0, 1, 3] {
        let refused = store.append("conflict", wrong, &entries[2..], &head).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict { expected, found: 2, .. }) if expected == wrong),
            "an append behind {wrong} of 2 entries: {refused:?}"
        );
    }
    assert_eq!(store.load("conflict", 0).await.expect("load"), entries[..2]);
}

async fn the_tail_begins_behind_what_was_seen<S: Store>(store: &S) {
    let (entries, head) = log("tail", 4);
    store.append("tail", 0, &entries, &head).await.expect("append");
    for seen in 0..=4_u64 {
        let seen_entries = usize::try_from(seen).expect("a small number");
        assert_eq!(store.load("tail", seen).await.expect("load"), entries[seen_entries..]);
    }
    assert_eq!(store.load("tail", 99).await.expect("load beyond the end"), []);
}

async fn heads_are_listed_by_status_and_in_pages<S: Store>(store: &S) {
    let before = store.list(&Query::all()).await.expect("list").len();
    // Four entries end in `failed`, one is `running`.
    for (run, count) in [("list-a", 1), ("list-b", 4), ("list-c", 1)] {
        let (entries, head) = log(run, count);
        store.append(run, 0, &entries, &head).await.expect("append");
    }
    let all = store.list(&Query::all()).await.expect("list");
    assert_eq!(all.len(), before + 3);
    assert!(all.is_sorted_by(|left, right| left.run_id < right.run_id), "heads are ordered by run id");
    let running = store.list(&Query::all().status(Status::Running)).await.expect("list by status");
    let failed = store.list(&Query::all().status(Status::Failed)).await.expect("list by status");
    let ids = |heads: &[Head]| -> Vec<String> {
        heads.iter().map(|head| head.run_id.clone()).filter(|id| id.starts_with("list-")).collect()
    };
    assert_eq!((ids(&running), ids(&failed)), (vec!["list-a".into(), "list-c".into()], vec!["list-b".into()]));
    let page = store.list(&Query::all().after("list-a").limit(1)).await.expect("a page");
    assert_eq!(ids(&page), ["list-b"]);
    assert_eq!(page[0].status, Status::Failed);
}

async fn a_deleted_run_is_gone<S: Store>(store: &S) {
    let (entries, head) = log("deleted", 2);
    store.append("deleted", 0, &entries, &head).await.expect("append");
    assert!(store.delete("deleted").await.expect("delete"));
    assert_eq!(store.load("deleted", 0).await.expect("load"), []);
    assert!(!store.list(&Query::all()).await.expect("list").iter().any(|head| head.run_id == "deleted"));
    store.append("deleted", 0, &entries, &head).await.expect("an append to a run that starts anew");
}

async fn of_many_writers_one_wins<S: Store>(store: &Arc<S>) {
    let (entries, head) = log("race", 2);
    store.append("race", 0, &entries[..1], &head).await.expect("append");
    let attempts: Vec<_> = (0..8)
        .map(|_| {
            let (store, entry, head) = (Arc::clone(store), Arc::clone(&entries[1]), head.clone());
            async move { store.append("race", 1, &[entry], &head).await }
        })
        .collect();
    let results = futures_util::future::join_all(attempts).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert_eq!(store.load("race", 0).await.expect("load"), entries);
}
