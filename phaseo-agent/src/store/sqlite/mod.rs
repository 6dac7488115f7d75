//! A store in a SQLite file.

mod fault;
mod migrations;
mod options;
mod thread;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rusqlite::types::Value;
use rusqlite::{
    Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params, params_from_iter,
};

pub use options::{SqliteOptions, Synchronous};

use crate::run::{Entry, LogError};

use super::row::{self, HeadRow, from_column, to_column};
use super::{Head, Lease, Query, Store, StoreError};

use fault::Fault;
use thread::Thread;

/// A store in a SQLite file (feature `sqlite`). Clones share it, and many processes may open the
/// same file; on one machine, since SQLite's locks do not hold on network file systems.
///
/// SQLite is compiled in. While the file `runs.db` is open, `runs.db-wal` and `runs.db-shm` lie
/// beside it and belong to it. The tables are `phaseo_runs` and `phaseo_entries`, with the version
/// in `phaseo_schema`; an older version is brought up to date when it is opened, a newer one is
/// refused. They may lie in a file with tables of the program's own.
///
/// The work is done on a thread of the store's own, in the order in which it was asked for.
///
/// # `links`
/// `libsqlite3-sys`, which rusqlite builds on, has the `links` key `sqlite3`, and cargo admits one
/// version of such a crate in a build. A program that also uses sqlx, diesel or another rusqlite
/// needs versions of them that accept the same `libsqlite3-sys`.
///
/// ```
/// use phaseo_agent::store::{Query, SqliteStore, Store};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// # let folder = std::env::temp_dir().join(format!("phaseo-sqlite-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("runs.db");
/// let store = SqliteStore::open(path)?;
/// assert!(store.list(&Query::all()).await?.is_empty());
/// # drop(store);
/// # std::fs::remove_dir_all(&folder).ok();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct SqliteStore {
    thread: Arc<Thread>,
    place: Arc<str>,
}

impl SqliteStore {
    /// Opens the database at `path`; makes it if it is not there. Each append waits until the disk
    /// has it. Opening blocks.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`] when a newer version of this crate made the tables,
    /// [`StoreError::Backend`] when the file cannot be opened or is no database.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::options().open(path)
    }

    /// A database that lasts as long as the store and its clones.
    ///
    /// # Errors
    /// When SQLite cannot make it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::options().in_memory()
    }

    /// How to open a database otherwise.
    #[must_use]
    pub fn options() -> SqliteOptions {
        SqliteOptions::new()
    }

    fn on(connection: Connection, place: String) -> Result<Self, StoreError> {
        Ok(Self {
            thread: Arc::new(Thread::start(connection)?),
            place: place.into(),
        })
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SqliteStore").field(&self.place).finish()
    }
}

impl Store for SqliteStore {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        let (run, entries, head) = (run.to_owned(), entries.to_vec(), HeadRow::of(head));
        self.thread
            .run(move |connection| append(connection, &run, expected_seq, &entries, &head))
            .await
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        let run = run.to_owned();
        self.thread
            .run(move |connection| load(connection, &run, after_seq))
            .await
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        let (run, lease) = (run.to_owned(), lease.clone());
        self.thread
            .run(move |connection| set_lease(connection, &run, &lease, now, expected_seq))
            .await
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        let run = run.to_owned();
        self.thread
            .run(move |connection| {
                Ok(stored(connection, &run)?
                    .map(|(head, _)| head.into_head())
                    .transpose()?)
            })
            .await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        let query = query.clone();
        self.thread
            .run(move |connection| list(connection, query))
            .await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        let run = run.to_owned();
        self.thread
            .run(move |connection| delete(connection, &run))
            .await
    }
}

fn append(
    connection: &mut Connection,
    run: &str,
    expected: u64,
    entries: &[Arc<Entry>],
    head: &HeadRow,
) -> Result<(), Fault> {
    // Before the lock is taken.
    let lines: Vec<_> = entries
        .iter()
        .map(|entry| entry.to_json())
        .collect::<Result<_, LogError>>()?;
    let change = write(connection)?;
    let found = stored(&change, run)?.map_or(0, |(_, length)| length);
    if found != expected {
        return Err(StoreError::conflict(run, expected, found).into());
    }
    {
        let mut insert = change.prepare_cached(
            "INSERT INTO phaseo_entries (run_id, seq, entry) VALUES (?1, ?2, ?3)",
        )?;
        for (seq, line) in (expected + 1..).zip(&lines) {
            insert.execute(params![run, to_column(seq), line])?;
        }
        change
            .prepare_cached(
                "INSERT INTO phaseo_runs (run_id, agent_id, status, updated_at, lease_owner, lease_until, length)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (run_id) DO UPDATE SET
                     agent_id = excluded.agent_id, status = excluded.status, updated_at = excluded.updated_at,
                     lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, length = excluded.length",
            )?
            .execute(params![
                run,
                head.agent_id,
                head.status,
                head.updated_at,
                head.lease_owner,
                head.lease_until,
                to_column(expected + lines.len() as u64),
            ])?;
    }
    Ok(change.commit()?)
}

fn load(connection: &Connection, run: &str, after: u64) -> Result<Vec<Arc<Entry>>, Fault> {
    let mut select = connection.prepare_cached(
        "SELECT seq, entry FROM phaseo_entries WHERE run_id = ?1 AND seq > ?2 ORDER BY seq",
    )?;
    let mut rows = select.query(params![run, to_column(after)])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let expected = after + 1 + entries.len() as u64;
        let text = row.get_ref(1)?.as_str().map_err(row::unreadable)?;
        entries.push(row::read_entry(expected, row.get(0)?, text)?);
    }
    Ok(entries)
}

fn set_lease(
    connection: &mut Connection,
    run: &str,
    lease: &Lease,
    now: u64,
    expected: u64,
) -> Result<(), Fault> {
    let change = write(connection)?;
    let (head, found) =
        stored(&change, run)?.ok_or_else(|| StoreError::UnknownRun(run.to_owned()))?;
    lease.may_follow(head.lease(), run, now, expected, found)?;
    change
        .prepare_cached(
            "UPDATE phaseo_runs SET lease_owner = ?2, lease_until = ?3 WHERE run_id = ?1",
        )?
        .execute(params![run, lease.owner, to_column(lease.until)])?;
    Ok(change.commit()?)
}

fn list(connection: &Connection, query: Query) -> Result<Vec<Head>, Fault> {
    // Only the conditions that are asked for: the index serves them then.
    let mut sql = String::from("SELECT * FROM phaseo_runs WHERE TRUE");
    let mut values = Vec::new();
    if let Some(status) = query.status {
        sql += " AND status = ?";
        values.push(Value::from(status.as_str().to_owned()));
    }
    if let Some(after) = query.after {
        sql += " AND run_id > ?";
        values.push(Value::from(after));
    }
    sql += " ORDER BY run_id";
    if let Some(limit) = query.limit {
        sql += " LIMIT ?";
        values.push(Value::from(i64::try_from(limit).unwrap_or(i64::MAX)));
    }
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params_from_iter(values))?;
    let mut heads = Vec::new();
    while let Some(row) = rows.next()? {
        heads.push(head_row(row)?.0.into_head()?);
    }
    Ok(heads)
}

fn delete(connection: &mut Connection, run: &str) -> Result<bool, Fault> {
    let change = write(connection)?;
    let there = change
        .prepare_cached("DELETE FROM phaseo_runs WHERE run_id = ?1")?
        .execute([run])?
        > 0;
    change
        .prepare_cached("DELETE FROM phaseo_entries WHERE run_id = ?1")?
        .execute([run])?;
    change.commit()?;
    Ok(there)
}

/// Begins a change, as the only one who writes: nothing that it reads can become stale.
fn write(connection: &mut Connection) -> Result<Transaction<'_>, Fault> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// The head of `run` and the length of its log.
fn stored(connection: &Connection, run: &str) -> Result<Option<(HeadRow, u64)>, Fault> {
    Ok(connection
        .prepare_cached("SELECT * FROM phaseo_runs WHERE run_id = ?1")?
        .query_row([run], head_row)
        .optional()?)
}

fn head_row(row: &Row<'_>) -> rusqlite::Result<(HeadRow, u64)> {
    let head = HeadRow {
        run_id: row.get("run_id")?,
        agent_id: row.get("agent_id")?,
        status: row.get("status")?,
        updated_at: row.get("updated_at")?,
        lease_owner: row.get("lease_owner")?,
        lease_until: row.get("lease_until")?,
    };
    Ok((head, from_column(row.get("length")?)))
}
