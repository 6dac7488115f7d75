//! What is left of a deleted run: nothing.

use crate::store::{Query, Store};

use super::log::begin;

pub(super) async fn a_deleted_run_is_gone<S: Store>(store: &S) {
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
