//! A store in a Postgres database.

mod connections;
mod migrations;
mod options;
mod tls;

use std::fmt;
use std::sync::Arc;

use tokio_postgres::Row;
use tokio_postgres::types::Type;

pub use options::PostgresOptions;

use crate::run::{Entry, LogError};

use super::row::{self, HeadRow, from_column, to_column};
use super::{Head, Lease, Query, Store, StoreError};

use connections::{Connections, Parameter};

/// A store in a Postgres database (feature `postgres`). Clones share its connections.
///
/// The tables are `phaseo_runs` and `phaseo_entries`, with the version in `phaseo_schema`, in the
/// first schema of the `search_path`; an older version is brought up to date by
/// [`connect`](Self::connect), a newer one is refused. An append is as durable as the server's
/// `synchronous_commit` makes it; the default survives the loss of power. A run id that contains the
/// character U+0000 cannot be stored.
///
/// A connection that was lost, as when the server restarts, is made anew by the next call. An append
/// during which it is lost is a [`StoreError::Backend`], and may have happened: resume the run then.
///
/// # TLS
/// `sslmode` is `prefer` unless the URL says `require` or `disable`. When the server offers TLS, its
/// certificate is always checked against the operating system's, or against
/// [`PostgresOptions::certificates`].
///
/// # Runtime
/// It needs tokio, with its IO and time enabled.
///
/// ```no_run
/// use phaseo_agent::store::{PostgresStore, Query, Store};
///
/// # async fn connect() -> Result<(), phaseo_agent::store::StoreError> {
/// let store = PostgresStore::connect("postgres://agents:secret@localhost/agents").await?;
/// println!("{} runs", store.list(&Query::all()).await?.len());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct PostgresStore {
    connections: Arc<Connections>,
}

impl PostgresStore {
    /// Connects to the database of a URL such as `postgres://user:password@host:port/database`, and
    /// brings the tables up to date. No error repeats the password.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`] when a newer version of this crate made the tables,
    /// [`StoreError::Backend`] when the URL cannot be read, the server does not let us in, or its
    /// encoding is not UTF-8.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        Self::options().connect(url).await
    }

    /// How to connect otherwise.
    #[must_use]
    pub fn options() -> PostgresOptions {
        PostgresOptions::new()
    }

    fn on(connections: Connections) -> Self {
        Self {
            connections: Arc::new(connections),
        }
    }

    /// The head of `run` and the length of its log.
    async fn stored(&self, run: &str) -> Result<Option<(HeadRow, u64)>, StoreError> {
        let rows = self
            .connections
            .read(
                "SELECT * FROM phaseo_runs WHERE run_id = $1",
                &[(&run, Type::TEXT)],
            )
            .await?;
        rows.first().map(head_row).transpose()
    }
}

impl fmt::Debug for PostgresStore {
    /// Nothing of the URL: a password that was not percent-encoded reaches into its other parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

/// The head's row is locked by its change, which then looks at the length again. The entries follow
/// only from a head that was changed.
macro_rules! append {
    ($head:literal) => {
        concat!(
            "WITH head AS (",
            $head,
            " RETURNING 1), added AS (
                INSERT INTO phaseo_entries (run_id, seq, entry)
                SELECT $1, $7 + place, entry FROM unnest($9::text[]) WITH ORDINALITY AS line (entry, place)
                WHERE EXISTS (SELECT FROM head)
            )
            SELECT FROM head"
        )
    };
}

const APPEND: &str = append!(
    "UPDATE phaseo_runs SET agent_id = $2, status = $3, updated_at = $4, lease_owner = $5, lease_until = $6, length = $8
     WHERE run_id = $1 AND length = $7"
);

const BEGIN: &str = append!(
    "INSERT INTO phaseo_runs (run_id, agent_id, status, updated_at, lease_owner, lease_until, length)
     VALUES ($1, $2, $3, $4, $5, $6, $8)
     ON CONFLICT (run_id) DO UPDATE SET agent_id = $2, status = $3, updated_at = $4, lease_owner = $5, lease_until = $6, length = $8
     WHERE phaseo_runs.length = $7"
);

const LEASE: &str = "UPDATE phaseo_runs SET lease_owner = $2, lease_until = $3
     WHERE run_id = $1 AND length = $5
       AND (lease_owner IS NULL OR lease_owner = $2 OR lease_until IS NULL OR lease_until <= $4)
     RETURNING 1";

impl Store for PostgresStore {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        let lines: Vec<_> = entries
            .iter()
            .map(|entry| entry.to_json())
            .collect::<Result<_, LogError>>()?;
        let head = HeadRow::of(head);
        let parameters: [Parameter<'_>; 9] = [
            (&run, Type::TEXT),
            (&head.agent_id, Type::TEXT),
            (&head.status, Type::TEXT),
            (&head.updated_at, Type::INT8),
            (&head.lease_owner, Type::TEXT),
            (&head.lease_until, Type::INT8),
            (&to_column(expected_seq), Type::INT8),
            (
                &to_column(expected_seq.saturating_add(lines.len() as u64)),
                Type::INT8,
            ),
            (&lines, Type::TEXT_ARRAY),
        ];
        loop {
            let sql = if expected_seq == 0 { BEGIN } else { APPEND };
            if !self.connections.change(sql, &parameters).await?.is_empty() {
                return Ok(());
            }
            let found = self.stored(run).await?.map_or(0, |(_, length)| length);
            if found != expected_seq {
                return Err(StoreError::conflict(run, expected_seq, found));
            }
            // Between the two questions somebody deleted the run and began it anew.
        }
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        let sql =
            "SELECT seq, entry FROM phaseo_entries WHERE run_id = $1 AND seq > $2 ORDER BY seq";
        let after = to_column(after_seq);
        let rows = self
            .connections
            .read(sql, &[(&run, Type::TEXT), (&after, Type::INT8)])
            .await?;
        rows.iter()
            .zip(after_seq.saturating_add(1)..)
            .map(|(row, expected)| {
                Ok(row::read_entry(
                    expected,
                    column(row, "seq")?,
                    column(row, "entry")?,
                )?)
            })
            .collect()
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        let parameters: [Parameter<'_>; 5] = [
            (&run, Type::TEXT),
            (&lease.owner, Type::TEXT),
            (&to_column(lease.until), Type::INT8),
            (&to_column(now), Type::INT8),
            (&to_column(expected_seq), Type::INT8),
        ];
        loop {
            if !self
                .connections
                .change(LEASE, &parameters)
                .await?
                .is_empty()
            {
                return Ok(());
            }
            let Some((head, found)) = self.stored(run).await? else {
                return Err(StoreError::UnknownRun(run.to_owned()));
            };
            lease.may_follow(head.lease(), run, now, expected_seq, found)?;
            // What stood in the way is gone meanwhile.
        }
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        Ok(self
            .stored(run)
            .await?
            .map(|(head, _)| head.into_head())
            .transpose()?)
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        // Only the conditions that are asked for: the index serves them then.
        let mut sql = String::from("SELECT * FROM phaseo_runs WHERE TRUE");
        let mut parameters: Vec<Parameter<'_>> = Vec::new();
        let (status, limit);
        if let Some(wanted) = query.status {
            status = wanted.as_str();
            parameters.push((&status, Type::TEXT));
            sql += &format!(" AND status = ${}", parameters.len());
        }
        if let Some(after) = &query.after {
            parameters.push((after, Type::TEXT));
            sql += &format!(" AND run_id > ${}", parameters.len());
        }
        sql += " ORDER BY run_id";
        if let Some(most) = query.limit {
            limit = i64::try_from(most).unwrap_or(i64::MAX);
            parameters.push((&limit, Type::INT8));
            sql += &format!(" LIMIT ${}", parameters.len());
        }
        let rows = self.connections.read(&sql, &parameters).await?;
        rows.iter()
            .map(|row| Ok(head_row(row)?.0.into_head()?))
            .collect()
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        // The entries go with it.
        let sql = "DELETE FROM phaseo_runs WHERE run_id = $1 RETURNING 1";
        Ok(!self
            .connections
            .change(sql, &[(&run, Type::TEXT)])
            .await?
            .is_empty())
    }
}

fn head_row(row: &Row) -> Result<(HeadRow, u64), StoreError> {
    let head = HeadRow {
        run_id: column(row, "run_id")?,
        agent_id: column(row, "agent_id")?,
        status: column(row, "status")?,
        updated_at: column(row, "updated_at")?,
        lease_owner: column(row, "lease_owner")?,
        lease_until: column(row, "lease_until")?,
    };
    Ok((head, from_column(column(row, "length")?)))
}

fn column<'a, T: tokio_postgres::types::FromSql<'a>>(
    row: &'a Row,
    name: &str,
) -> Result<T, StoreError> {
    row.try_get(name)
        .map_err(|error| row::unreadable(error).into())
}
