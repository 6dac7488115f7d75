//! Which runs a list shows, and in what order.

use crate::run::Status;
use crate::store::{Head, Query, Store};

use super::log::{begin, head, log};

pub(super) async fn heads_are_listed_by_status_and_in_pages<S: Store>(store: &S) {
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

pub(super) async fn run_ids_are_compared_by_their_bytes<S: Store>(store: &S) {
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
