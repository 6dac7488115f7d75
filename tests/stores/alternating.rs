//! Several handles on one place, used as if they were one store.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use phaseo_agent::run::Entry;
use phaseo_agent::store::{Head, Lease, Query, Store, StoreError};

/// Hands each call to the next of several handles on one place.
pub(crate) struct Alternating<S> {
    handles: Vec<S>,
    turn: AtomicUsize,
}

impl<S> Alternating<S> {
    pub(crate) fn new(handles: impl IntoIterator<Item = S>) -> Self {
        Self {
            handles: handles.into_iter().collect(),
            turn: AtomicUsize::new(0),
        }
    }

    fn next(&self) -> &S {
        &self.handles[self.turn.fetch_add(1, Ordering::Relaxed) % self.handles.len()]
    }
}

impl<S: Store> Store for Alternating<S> {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        self.next().append(run, expected_seq, entries, head).await
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        self.next().load(run, after_seq).await
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        self.next().lease(run, lease, now, expected_seq).await
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        self.next().head(run).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        self.next().list(query).await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        self.next().delete(run).await
    }
}
