//! What every store must do.

mod appending;
mod deleting;
mod leasing;
mod listing;
mod loading;
mod log;

use super::Store;

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
    loading::an_unknown_run_has_no_entries(store).await;
    appending::entries_come_back_in_order(store).await;
    appending::entries_come_back_as_they_were_written(store).await;
    appending::a_wrong_expected_seq_changes_nothing(store).await;
    appending::an_append_of_nothing_replaces_the_head(store).await;
    loading::the_tail_begins_behind_what_was_seen(store).await;
    listing::heads_are_listed_by_status_and_in_pages(store).await;
    deleting::a_deleted_run_is_gone(store).await;
    listing::run_ids_are_compared_by_their_bytes(store).await;
    leasing::a_lease_keeps_others_away_until_it_runs_out(store).await;
    leasing::a_refused_lease_changes_nothing(store).await;
    leasing::an_append_replaces_the_lease_and_does_not_ask_for_it(store).await;
    appending::of_many_writers_one_wins(store).await;
    leasing::of_many_leases_one_wins(store).await;
    loading::readers_see_whole_batches_only(store).await;
}
