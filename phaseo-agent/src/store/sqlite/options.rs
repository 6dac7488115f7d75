//! How a database is opened.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use crate::store::StoreError;

use super::SqliteStore;
use super::fault::Fault;
use super::migrations;

/// How a [`SqliteStore`] is opened.
///
/// ```
/// use std::time::Duration;
/// use phaseo_agent::store::{SqliteStore, Synchronous};
///
/// # let folder = std::env::temp_dir().join(format!("phaseo-options-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("runs.db");
/// let store = SqliteStore::options()
///     .synchronous(Synchronous::Normal)
///     .busy_timeout(Duration::from_secs(30))
///     .open(path)?;
/// # drop(store);
/// # std::fs::remove_dir_all(&folder).ok();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    synchronous: Synchronous,
    busy_timeout: Duration,
}

/// What a finished append survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Synchronous {
    /// The loss of power: each append waits until the disk has it. The default, and what the promise
    /// that no work is lost and no effect repeated rests on.
    #[default]
    Full,
    /// The end of the process. The loss of power can take the last appends away; the file stays
    /// whole.
    Normal,
    /// The end of the process. The loss of power can destroy the file. For tests.
    Off,
}

impl SqliteOptions {
    pub(super) fn new() -> Self {
        Self {
            synchronous: Synchronous::Full,
            busy_timeout: Duration::from_secs(5),
        }
    }

    /// What a finished append survives; [`Synchronous::Full`] unless told otherwise.
    #[must_use]
    pub fn synchronous(mut self, synchronous: Synchronous) -> Self {
        self.synchronous = synchronous;
        self
    }

    /// How long to wait for another process that writes; 5 seconds unless told otherwise.
    #[must_use]
    pub fn busy_timeout(mut self, timeout: Duration) -> Self {
        // SQLite counts it in milliseconds, in 31 bits: 24 days.
        self.busy_timeout = timeout.min(Duration::from_millis(i32::MAX as u64));
        self
    }

    /// Opens the database at `path`; makes it if it is not there. It blocks while it does.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub fn open(self, path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        let path = path.as_ref();
        let connection = Connection::open(path).map_err(StoreError::backend)?;
        SqliteStore::on(self.set_up(connection)?, path.display().to_string())
    }

    /// A database that lasts as long as the store and its clones.
    ///
    /// # Errors
    /// As [`SqliteStore::in_memory`].
    pub fn in_memory(self) -> Result<SqliteStore, StoreError> {
        let connection = Connection::open_in_memory().map_err(StoreError::backend)?;
        SqliteStore::on(self.set_up(connection)?, ":memory:".to_owned())
    }

    fn set_up(&self, mut connection: Connection) -> Result<Connection, StoreError> {
        let since = Instant::now();
        loop {
            match self.prepare(&mut connection) {
                Ok(()) => return Ok(connection),
                // While a file becomes a WAL file, SQLite does not wait for others by itself.
                Err(Fault::Sqlite(error))
                    if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                        && since.elapsed() < self.busy_timeout =>
                {
                    thread::sleep(Duration::from_millis(10));
                }
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    fn prepare(&self, connection: &mut Connection) -> Result<(), Fault> {
        connection.busy_timeout(self.busy_timeout)?;
        // A write-ahead log: those who read do not wait for those who write.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", self.synchronous.as_str())?;
        // On macOS the disk itself must be told; elsewhere this does nothing.
        connection.pragma_update(None, "fullfsync", self.synchronous == Synchronous::Full)?;
        migrations::migrate(connection)
    }
}

impl Synchronous {
    fn as_str(self) -> &'static str {
        match self {
            Self::Full => "FULL",
            Self::Normal => "NORMAL",
            Self::Off => "OFF",
        }
    }
}
