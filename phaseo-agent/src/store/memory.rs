//! A store that lasts as long as the process.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::run::Entry;

use super::{Head, Lease, Query, Store, StoreError};

/// A store that lasts as long as the process. The default of an agent; clones share the runs.
///
/// ```
/// use phaseo_agent::store::{MemoryStore, Query, Store};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let store = MemoryStore::new();
/// assert!(store.list(&Query::all()).await?.is_empty());
/// # Ok::<(), phaseo_agent::store::StoreError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    runs: Arc<Mutex<BTreeMap<String, Stored>>>,
}

#[derive(Debug)]
struct Stored {
    entries: Vec<Arc<Entry>>,
    head: Head,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn runs(&self) -> MutexGuard<'_, BTreeMap<String, Stored>> {
        // Nothing that holds the lock can panic half way through a change.
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        let mut runs = self.runs();
        let found = runs
            .get(run)
            .map_or(0, |stored| stored.entries.len() as u64);
        if found != expected_seq {
            return Err(StoreError::conflict(run, expected_seq, found));
        }
        let stored = runs.entry(run.to_owned()).or_insert_with(|| Stored {
            entries: Vec::new(),
            head: head.clone(),
        });
        stored.entries.extend_from_slice(entries);
        stored.head = head.clone();
        Ok(())
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        let after = usize::try_from(after_seq).unwrap_or(usize::MAX);
        let runs = self.runs();
        let tail = runs.get(run).and_then(|stored| stored.entries.get(after..));
        Ok(tail.map(<[_]>::to_vec).unwrap_or_default())
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        let mut runs = self.runs();
        let stored = runs
            .get_mut(run)
            .ok_or_else(|| StoreError::UnknownRun(run.to_owned()))?;
        lease.may_follow(
            stored.head.lease.clone(),
            run,
            now,
            expected_seq,
            stored.entries.len() as u64,
        )?;
        stored.head.lease = Some(lease.clone());
        Ok(())
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        Ok(self.runs().get(run).map(|stored| stored.head.clone()))
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        let from = query
            .after
            .as_deref()
            .map_or(Bound::Unbounded, Bound::Excluded);
        Ok(self
            .runs()
            .range::<str, _>((from, Bound::Unbounded))
            .map(|(_, stored)| &stored.head)
            .filter(|head| query.status.is_none_or(|status| head.status == status))
            .take(query.limit.unwrap_or(usize::MAX))
            .cloned()
            .collect())
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        Ok(self.runs().remove(run).is_some())
    }
}
