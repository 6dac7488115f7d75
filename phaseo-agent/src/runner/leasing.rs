//! The lease that keeps other processes from a run while this one drives it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future;

use crate::clock::now;
use crate::run::{State, Status};
use crate::store::{AnyStore, Head, Lease, StoreError};

/// How an agent leases the runs that it drives.
#[derive(Clone, Debug)]
pub(crate) struct Leasing {
    /// Who it is: another name for every agent that is built.
    pub(crate) owner: String,
    /// How long others leave a run alone after this process was last heard of.
    pub(crate) term: Duration,
}

impl Leasing {
    /// Takes a run that somebody may have driven before.
    pub(crate) async fn take(
        &self,
        store: &dyn AnyStore,
        run: &str,
        entries: u64,
    ) -> Result<(), StoreError> {
        let now = now();
        store.lease(run, &self.from(now), now, entries).await
    }

    /// The head of a run: leased while it goes on, and free when it rests.
    pub(super) fn head(&self, state: &State) -> Head {
        let mut head = Head::of(state);
        if state.status() == Status::Running {
            head.lease = Some(self.from(now()));
        }
        head
    }

    /// Renews the lease again and again, and never ends. Where it cannot be renewed nothing is lost:
    /// whoever takes the run over writes to its log, and the next write here is refused.
    pub(super) async fn renew(&self, store: &dyn AnyStore, run: &str, saved: &AtomicU64) {
        loop {
            tokio::time::sleep(self.term / 3).await;
            let entries = saved.load(Ordering::Relaxed);
            let renewed = self.take(store, run, entries).await;
            if matches!(renewed, Err(StoreError::Leased { .. })) {
                return future::pending().await;
            }
        }
    }

    fn from(&self, now: u64) -> Lease {
        let term = u64::try_from(self.term.as_millis()).unwrap_or(u64::MAX);
        Lease::new(&self.owner, now.saturating_add(term))
    }
}
