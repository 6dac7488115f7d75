//! The tables, and how old ones become new ones.

use tokio_postgres::{Client, Error, GenericClient};

use crate::store::StoreError;
use crate::store::version::pending;

/// For [`pending`].
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

/// The lock under which one process at a time looks at the version: "phaseo" as a number.
const LOCK: i64 = 0x7068_6173_656f;

/// Brings the tables to the newest version. Who may not create tables can still use those that are
/// there.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    migrate_by(client, MIGRATIONS).await
}

async fn migrate_by(client: &mut Client, migrations: &[&str]) -> Result<(), StoreError> {
    let change = client.transaction().await.map_err(StoreError::backend)?;
    let lock = format!("SELECT pg_advisory_xact_lock({LOCK})");
    change
        .batch_execute(&lock)
        .await
        .map_err(StoreError::backend)?;
    let found = version(&change).await.map_err(StoreError::backend)?;
    let pending = pending(u32::try_from(found).unwrap_or(u32::MAX), migrations)?;
    for migration in pending {
        change
            .batch_execute(migration)
            .await
            .map_err(StoreError::backend)?;
    }
    if !pending.is_empty() {
        let set = format!(
            "DELETE FROM phaseo_schema; INSERT INTO phaseo_schema (schema_version) VALUES ({})",
            migrations.len()
        );
        change
            .batch_execute(&set)
            .await
            .map_err(StoreError::backend)?;
    }
    change.commit().await.map_err(StoreError::backend)
}

/// The version of the tables; 0 if there are none.
async fn version(client: &impl GenericClient) -> Result<i32, Error> {
    let there = client
        .query_typed_one("SELECT to_regclass('phaseo_schema') IS NOT NULL", &[])
        .await?;
    if !there.try_get::<_, bool>(0)? {
        return Ok(0);
    }
    client
        .query_typed_one("SELECT schema_version FROM phaseo_schema", &[])
        .await?
        .try_get(0)
}

/// `tests/postgres start` starts a server for them.
#[cfg(test)]
mod tests {
    use tokio_postgres::NoTls;

    use super::*;

    const NEXT: &str = "ALTER TABLE phaseo_runs ADD COLUMN title text NOT NULL DEFAULT 'none';";

    /// A connection to a schema of this name, with the tables of now and a run in them.
    async fn migrated(schema: &str) -> Client {
        let url = std::env::var("PHASEO_POSTGRES_URL")
            .expect("PHASEO_POSTGRES_URL names the server; see tests/postgres");
        let (mut client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
        drop(tokio::spawn(connection));
        let anew = format!(
            "DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}; SET search_path = {schema}"
        );
        client.batch_execute(&anew).await.unwrap();
        migrate(&mut client).await.unwrap();
        let run = "INSERT INTO phaseo_runs (run_id, agent_id, status, updated_at, length) VALUES ('r', 'a', 'failed', 1, 0)";
        client.batch_execute(run).await.unwrap();
        client
    }

    async fn title(client: &Client) -> Result<String, Error> {
        let row = client.query_one("SELECT title FROM phaseo_runs", &[]).await;
        row?.try_get(0)
    }

    #[tokio::test]
    #[ignore = "needs Postgres"]
    async fn the_next_migration_runs_once_and_keeps_the_rows() {
        let mut client = migrated("migration_next").await;
        for _ in 0..2 {
            let migrations = [MIGRATIONS[0], NEXT];
            migrate_by(&mut client, &migrations).await.unwrap();
            assert_eq!(title(&client).await.unwrap(), "none");
            assert_eq!(version(&client).await.unwrap(), 2);
        }
    }

    #[tokio::test]
    #[ignore = "needs Postgres"]
    async fn a_migration_that_fails_changes_nothing() {
        let mut client = migrated("migration_fails").await;
        let half = format!("{NEXT} INSERT INTO no_such_table VALUES (1);");
        let migrations = [MIGRATIONS[0], half.as_str()];
        migrate_by(&mut client, &migrations).await.unwrap_err();
        assert_eq!(version(&client).await.unwrap(), 1);
        assert!(
            title(&client).await.is_err(),
            "the column of the failed migration is there"
        );
    }

    #[tokio::test]
    #[ignore = "needs Postgres"]
    async fn tables_of_a_newer_version_are_refused_by_name() {
        let mut client = migrated("migration_newer").await;
        let migrations = [MIGRATIONS[0], NEXT];
        migrate_by(&mut client, &migrations).await.unwrap();
        let error = migrate(&mut client).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the store's tables have version 2, this version of phaseo-agent reads up to 1"
        );
    }
}
