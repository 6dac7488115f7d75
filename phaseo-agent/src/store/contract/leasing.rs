//! Who may take a run, and who may not.

use futures_util::future::join_all;

use crate::store::{Head, Lease, Query, Store, StoreError};

use super::log::{begin, log, stored_head};

pub(super) async fn a_lease_keeps_others_away_until_it_runs_out<S: Store>(store: &S) {
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

pub(super) async fn a_refused_lease_changes_nothing<S: Store>(store: &S) {
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

pub(super) async fn an_append_replaces_the_lease_and_does_not_ask_for_it<S: Store>(store: &S) {
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

pub(super) async fn of_many_leases_one_wins<S: Store>(store: &S) {
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
