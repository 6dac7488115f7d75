//! Runs that are leased to the process that drives them.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use phaseo_agent::model::{DeltaSink, Model, ModelError, Request, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::Entry;
use phaseo_agent::store::{Head, Lease, Query, Store, StoreError};
use phaseo_agent::testing::ScriptedModel;
use tokio::sync::Notify;

/// You answer.
#[agent(model = "test/model")]
async fn worker(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// A model that tells when it is asked and never answers.
struct Silent(Arc<Notify>);

impl Model for Silent {
    async fn respond(&self, _: &Request, _: DeltaSink<'_>) -> Result<Response, ModelError> {
        self.0.notify_one();
        pending().await
    }
}

/// Counts how often a lease was renewed.
#[derive(Clone)]
struct Counting {
    inner: MemoryStore,
    renewals: Arc<AtomicUsize>,
    enough: Arc<Notify>,
}

impl Store for Counting {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        self.inner.append(run, expected_seq, entries, head).await
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        self.inner.load(run, after_seq).await
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        self.inner.lease(run, lease, now, expected_seq).await?;
        if self.renewals.fetch_add(1, Ordering::Relaxed) == 2 {
            self.enough.notify_one();
        }
        Ok(())
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        self.inner.head(run).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        self.inner.list(query).await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        self.inner.delete(run).await
    }
}

const TERM: Duration = Duration::from_secs(60);

fn agent(model: impl Model, store: impl Store) -> Agent<WorkerInput, String> {
    let builder = worker::agent().client(model).store(store).lease(TERM);
    builder.build().expect("the agent is complete")
}

#[tokio::test(start_paused = true)]
async fn a_lease_is_renewed_while_the_run_goes_on_and_bars_others() {
    let store = Counting {
        inner: MemoryStore::new(),
        renewals: Arc::default(),
        enough: Arc::default(),
    };
    let asked = Arc::new(Notify::new());
    let driving = agent(Silent(Arc::clone(&asked)), store.clone());
    let run = driving.run("go").into_future();
    tokio::select! {
        _ = run => panic!("the model never answers"),
        () = store.enough.notified() => {}
    }
    let head = store.list(&Query::all()).await.unwrap().remove(0);
    let lease = head.lease.expect("the run is leased");
    assert!(lease.until > head.updated_at);

    // The process is gone, and nobody knows yet.
    let other = agent(ScriptedModel::new([Response::text("done")]), store.clone());
    let error = other.resume(&head.run_id).await.unwrap_err();
    let ErrorKind::Store(StoreError::Leased { owner, .. }) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(*owner, lease.owner);
    assert_eq!(error.run_id(), Some(head.run_id.as_str()));
}

#[tokio::test]
async fn a_run_is_taken_over_when_its_lease_has_run_out_and_is_free_at_its_end() {
    let store = MemoryStore::new();
    let asked = Arc::new(Notify::new());
    let lost = agent(Silent(Arc::clone(&asked)), store.clone());
    tokio::select! {
        _ = lost.run("go").into_future() => panic!("the model never answers"),
        () = asked.notified() => {}
    }
    let head = store.list(&Query::all()).await.unwrap().remove(0);
    let held = head.lease.expect("the run is leased");
    // Its owner gives the run up, as if the time had passed.
    let over = Lease::new(held.owner, 0);
    let entries = store.load(&head.run_id, 0).await.unwrap().len() as u64;
    store.lease(&head.run_id, &over, 1, entries).await.unwrap();

    let other = agent(ScriptedModel::new([Response::text("done")]), store.clone());
    let run = other.resume(&head.run_id).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    let head = store
        .head(run.id())
        .await
        .unwrap()
        .expect("the run is there");
    assert_eq!(head.lease, None);
}
