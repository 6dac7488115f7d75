//! Where the logs of runs are kept.

#[cfg(feature = "testing")]
pub(crate) mod contract;
mod head;
mod memory;

use std::error::Error;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

pub use head::{Head, Lease, Query};
pub use memory::MemoryStore;

use crate::run::{Entry, LogError};

/// Keeps the logs of runs.
///
/// What a store must do beyond these signatures is in the suite
/// `phaseo_agent::testing::store_contract` (feature `testing`), which every store must pass.
/// [`Entry::to_json`] and [`Entry::from_json`] turn entries into lines and back; the latter refuses
/// by name what a newer version wrote.
///
/// # Cancel safety
/// An [`append`](Self::append) whose future is dropped has happened or not; the next `load` tells.
///
/// A store that writes through to another and counts:
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use phaseo_agent::run::Entry;
/// use phaseo_agent::store::{Head, Query, Store, StoreError};
///
/// struct Counting<S> { inner: S, appends: AtomicU64 }
///
/// impl<S: Store> Store for Counting<S> {
///     async fn append(&self, run: &str, expected_seq: u64, entries: &[Arc<Entry>], head: &Head) -> Result<(), StoreError> {
///         self.appends.fetch_add(1, Ordering::Relaxed);
///         self.inner.append(run, expected_seq, entries, head).await
///     }
///     async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
///         self.inner.load(run, after_seq).await
///     }
///     async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
///         self.inner.list(query).await
///     }
///     async fn delete(&self, run: &str) -> Result<bool, StoreError> {
///         self.inner.delete(run).await
///     }
/// }
/// ```
pub trait Store: Send + Sync + 'static {
    /// Adds `entries` to the log of `run`, and replaces its head.
    ///
    /// All of it happens or nothing: a reader never sees a part. `expected_seq` is the number of
    /// entries that the log must have before, 0 for a new run; that is what keeps two processes
    /// from driving the same run. When it returns `Ok`, the entries survive a crash as far as the
    /// store promises to survive any.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the log has another length; nothing is added then.
    fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The entries of `run` behind the first `after_seq`, in order; none if there is no such run.
    ///
    /// # Errors
    /// When the log cannot be read.
    fn load(&self, run: &str, after_seq: u64) -> impl Future<Output = Result<Vec<Arc<Entry>>, StoreError>> + Send;

    /// The heads of the runs that `query` asks for, in the order of their ids.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn list(&self, query: &Query) -> impl Future<Output = Result<Vec<Head>, StoreError>> + Send;

    /// Removes `run` with its log and head, and says whether there was one.
    ///
    /// # Errors
    /// When the store cannot be written.
    fn delete(&self, run: &str) -> impl Future<Output = Result<bool, StoreError>> + Send;
}

/// A store that did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The log is longer or shorter than expected: somebody else drives the run.
    #[error("the log of run `{run}` has {found} entries, {expected} were expected: somebody else drives the run")]
    Conflict {
        /// The run.
        run: String,
        /// The length that was expected.
        expected: u64,
        /// The length that was found.
        found: u64,
    },
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// What lies behind the store failed.
    #[error("the store failed")]
    Backend(#[source] Box<dyn Error + Send + Sync>),
}

impl StoreError {
    /// A failure of what lies behind the store.
    #[must_use]
    pub fn backend(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Backend(error.into())
    }
}

/// The object-safe mirror of [`Store`], of which an agent holds one of any kind.
pub(crate) trait AnyStore: Send + Sync {
    fn append<'a>(
        &'a self,
        run: &'a str,
        expected_seq: u64,
        entries: &'a [Arc<Entry>],
        head: &'a Head,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    fn load<'a>(&'a self, run: &'a str, after_seq: u64) -> BoxFuture<'a, Result<Vec<Arc<Entry>>, StoreError>>;
}

impl<S: Store> AnyStore for S {
    fn append<'a>(
        &'a self,
        run: &'a str,
        expected_seq: u64,
        entries: &'a [Arc<Entry>],
        head: &'a Head,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Store::append(self, run, expected_seq, entries, head).boxed()
    }

    fn load<'a>(&'a self, run: &'a str, after_seq: u64) -> BoxFuture<'a, Result<Vec<Arc<Entry>>, StoreError>> {
        Store::load(self, run, after_seq).boxed()
    }
}

/// A store can be shared: with other agents, or with the one who looks at it.
impl<S: Store> Store for Arc<S> {
    async fn append(&self, run: &str, expected_seq: u64, entries: &[Arc<Entry>], head: &Head) -> Result<(), StoreError> {
        Store::append(&**self, run, expected_seq, entries, head).await
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        Store::load(&**self, run, after_seq).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        Store::list(&**self, query).await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        Store::delete(&**self, run).await
    }
}
