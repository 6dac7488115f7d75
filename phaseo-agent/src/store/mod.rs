//! Where the logs of runs are kept.

#[cfg(feature = "testing")]
pub(crate) mod contract;
mod decide;
mod head;
mod memory;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod row;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stored;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod version;

use std::error::Error;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

pub use decide::decide;
pub use head::{Head, Lease, Query};
pub use memory::MemoryStore;
#[cfg(feature = "postgres")]
pub use postgres::{PostgresOptions, PostgresStore};
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteOptions, SqliteStore, Synchronous};
pub use stored::load;
pub(crate) use stored::{kept, stored};

use crate::run::{Entry, LogError};

/// Keeps the logs of runs.
///
/// What a store must do beyond these signatures is in the suite
/// `phaseo_agent::testing::store_contract` (feature `testing`), which every store must pass.
/// [`Entry::to_json`] and [`Entry::from_json`] turn entries into lines and back; the latter refuses
/// by name what a newer version wrote.
///
/// # Who drives a run
/// Two things keep two processes from driving the same run.
/// - **`expected_seq` decides.** Whoever takes a run over appends `resumed` first. From then on the
///   log is longer than its former driver believes, so the next append of that one is a
///   [`Conflict`](StoreError::Conflict), whatever any lease says. That is why
///   [`append`](Self::append) does not look at leases: a clock that is wrong can cost time, never
///   the log.
/// - **The lease is a courtesy** that saves a run which goes on from being taken over: a
///   [`lease`](Self::lease) in force of another owner is a reason to leave the run alone.
///
/// # Cancel safety
/// An [`append`](Self::append) whose future is dropped happens whole or not at all, and perhaps a
/// moment later. Whoever goes on loads the log and says what length it expects; one of the two then
/// conflicts.
///
/// A store that writes through to another and counts:
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use phaseo_agent::run::Entry;
/// use phaseo_agent::store::{Head, Lease, Query, Store, StoreError};
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
///     async fn lease(&self, run: &str, lease: &Lease, now: u64, expected_seq: u64) -> Result<(), StoreError> {
///         self.inner.lease(run, lease, now, expected_seq).await
///     }
///     async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
///         self.inner.head(run).await
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
    /// Adds `entries` to the log of `run`, and replaces its head whole, the lease in it included.
    ///
    /// All of it happens or nothing: a reader never sees a part. `expected_seq` is the number of
    /// entries that the log must have before, 0 for a new run; that is what keeps two processes
    /// from driving the same run. When it returns `Ok`, the entries survive a crash as far as the
    /// store promises to survive any.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the log has another length; nothing is changed then. A lease of
    /// another owner is no reason to refuse: see above.
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
    fn load(
        &self,
        run: &str,
        after_seq: u64,
    ) -> impl Future<Output = Result<Vec<Arc<Entry>>, StoreError>> + Send;

    /// Puts `lease` into the head of `run`, and changes nothing else of it.
    ///
    /// The check and the change are one: of many that try, one succeeds. An owner renews its own
    /// lease at any time, and gives it up with one whose `until` has passed.
    ///
    /// # Errors
    /// The first of these that holds; nothing is changed then.
    /// - [`StoreError::UnknownRun`] when there is no such run.
    /// - [`StoreError::Leased`] when the head has a lease of another owner in force at `now`.
    /// - [`StoreError::Conflict`] when the log has not exactly `expected_seq` entries.
    fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The head of `run`; `None` if there is no such run.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn head(&self, run: &str) -> impl Future<Output = Result<Option<Head>, StoreError>> + Send;

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
    #[error(
        "the log of run `{run}` has {found} entries, {expected} were expected: somebody else drives the run"
    )]
    Conflict {
        /// The run.
        run: String,
        /// The length that was expected.
        expected: u64,
        /// The length that was found.
        found: u64,
    },
    /// Another owner's lease is in force.
    #[error(
        "the run `{run}` is leased to `{owner}`: try again after {until} ms since the Unix epoch"
    )]
    Leased {
        /// The run.
        run: String,
        /// Whose lease it is.
        owner: String,
        /// Until when: milliseconds since the Unix epoch.
        until: u64,
    },
    /// There is no such run.
    #[error("there is no run `{0}`")]
    UnknownRun(String),
    /// A newer version of this crate made or changed the tables.
    #[error(
        "the store's tables have version {found}, this version of phaseo-agent reads up to {known}"
    )]
    NewerSchema {
        /// The version of the tables.
        found: u32,
        /// The newest that this crate knows.
        known: u32,
    },
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// What lies behind the store failed.
    #[error("the store failed")]
    Backend(#[source] Box<dyn Error + Send + Sync>),
}

impl StoreError {
    /// What an append to a log of `found` entries comes to when there should be `expected`.
    pub(crate) fn conflict(run: &str, expected: u64, found: u64) -> Self {
        Self::Conflict {
            run: run.to_owned(),
            expected,
            found,
        }
    }

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

    fn load<'a>(
        &'a self,
        run: &'a str,
        after_seq: u64,
    ) -> BoxFuture<'a, Result<Vec<Arc<Entry>>, StoreError>>;

    fn lease<'a>(
        &'a self,
        run: &'a str,
        lease: &'a Lease,
        now: u64,
        expected_seq: u64,
    ) -> BoxFuture<'a, Result<(), StoreError>>;
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

    fn load<'a>(
        &'a self,
        run: &'a str,
        after_seq: u64,
    ) -> BoxFuture<'a, Result<Vec<Arc<Entry>>, StoreError>> {
        Store::load(self, run, after_seq).boxed()
    }

    fn lease<'a>(
        &'a self,
        run: &'a str,
        lease: &'a Lease,
        now: u64,
        expected_seq: u64,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Store::lease(self, run, lease, now, expected_seq).boxed()
    }
}

/// A store can be shared: with other agents, or with the one who looks at it.
impl<S: Store> Store for Arc<S> {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        Store::append(&**self, run, expected_seq, entries, head).await
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        Store::load(&**self, run, after_seq).await
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        Store::lease(&**self, run, lease, now, expected_seq).await
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        Store::head(&**self, run).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        Store::list(&**self, query).await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        Store::delete(&**self, run).await
    }
}
