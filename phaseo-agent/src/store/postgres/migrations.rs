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
    let change = client.transaction().await.map_err(StoreError::backend)?;
    let lock = format!("SELECT pg_advisory_xact_lock({LOCK})");
    change
        .batch_execute(&lock)
        .await
        .map_err(StoreError::backend)?;
    let found = version(&change).await.map_err(StoreError::backend)?;
    let pending = pending(u32::try_from(found).unwrap_or(u32::MAX), MIGRATIONS)?;
    for migration in pending {
        change
            .batch_execute(migration)
            .await
            .map_err(StoreError::backend)?;
    }
    if !pending.is_empty() {
        let set = format!(
            "DELETE FROM phaseo_schema; INSERT INTO phaseo_schema (schema_version) VALUES ({})",
            MIGRATIONS.len()
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
