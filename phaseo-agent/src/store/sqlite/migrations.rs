//! The tables, and how old ones become new ones.

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use crate::store::version::pending;

use super::fault::Fault;

/// For [`pending`].
const MIGRATIONS: &[&str] = &[include_str!("1.sql")];

/// Brings the tables to the newest version.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), Fault> {
    migrate_by(connection, MIGRATIONS)
}

fn migrate_by(connection: &mut Connection, migrations: &[&str]) -> Result<(), Fault> {
    // Tables that are new enough cost no write lock.
    if pending(version(connection)?, migrations)?.is_empty() {
        return Ok(());
    }
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have done it meanwhile.
    for migration in pending(version(&change)?, migrations)? {
        change.execute_batch(migration)?;
    }
    set_version(&change, migrations.len())?;
    Ok(change.commit()?)
}

/// The version of the tables; 0 if there are none.
fn version(connection: &Connection) -> Result<u32, Fault> {
    let there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'phaseo_schema'";
    if connection
        .query_row(there, [], |_| Ok(()))
        .optional()?
        .is_none()
    {
        return Ok(0);
    }
    Ok(
        connection.query_row("SELECT schema_version FROM phaseo_schema", [], |row| {
            row.get(0)
        })?,
    )
}

fn set_version(change: &Transaction<'_>, version: usize) -> Result<(), Fault> {
    change.execute("DELETE FROM phaseo_schema", [])?;
    change.execute(
        "INSERT INTO phaseo_schema (schema_version) VALUES (?1)",
        [version as i64],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreError;

    const NEXT: &str = "ALTER TABLE phaseo_runs ADD COLUMN title TEXT NOT NULL DEFAULT 'none';";

    fn migrated() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let run = "INSERT INTO phaseo_runs (run_id, agent_id, status, updated_at, length) VALUES ('r', 'a', 'failed', 1, 0)";
        connection.execute(run, []).unwrap();
        connection
    }

    fn title(connection: &Connection) -> rusqlite::Result<String> {
        connection.query_row("SELECT title FROM phaseo_runs", [], |row| row.get(0))
    }

    #[test]
    fn the_next_migration_runs_once_and_keeps_the_rows() {
        let mut connection = migrated();
        for _ in 0..2 {
            migrate_by(&mut connection, &[MIGRATIONS[0], NEXT]).unwrap();
            assert_eq!(
                (
                    title(&connection).unwrap().as_str(),
                    version(&connection).unwrap()
                ),
                ("none", 2)
            );
        }
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut connection = migrated();
        let half = format!("{NEXT} INSERT INTO no_such_table VALUES (1);");
        assert!(migrate_by(&mut connection, &[MIGRATIONS[0], &half]).is_err());
        assert_eq!(version(&connection).unwrap(), 1);
        assert!(
            title(&connection).is_err(),
            "the column of the failed migration is there"
        );
    }

    #[test]
    fn tables_of_a_newer_version_are_refused_by_name() {
        let mut connection = migrated();
        migrate_by(&mut connection, &[MIGRATIONS[0], NEXT]).unwrap();
        let error = StoreError::from(migrate(&mut connection).unwrap_err());
        assert_eq!(
            error.to_string(),
            "the store's tables have version 2, this version of phaseo-agent reads up to 1"
        );
    }
}
