//! What is SQLite's own: its file, its versions, and what becomes of a damaged one.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use phaseo_agent::run::{Fact, LogError, Status};
use phaseo_agent::store::{Lease, Query, SqliteStore, Store, StoreError};
use rusqlite::Connection;
use tempfile::tempdir;

use crate::logs::log;

#[tokio::test]
async fn a_run_is_there_when_the_file_is_opened_again() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let (entries, head) = log("run", 5);
    let head = {
        let store = SqliteStore::open(&path).unwrap();
        store.append("run", 0, &entries[..3], &head).await.unwrap();
        store
            .lease("run", &Lease::new("worker", 9_000), 1_000, 3)
            .await
            .unwrap();
        store.head("run").await.unwrap()
    };
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.load("run", 0).await.unwrap(), entries[..3]);
    assert_eq!(store.head("run").await.unwrap(), head);
    let lease = head.and_then(|head| head.lease);
    assert_eq!(lease, Some(Lease::new("worker", 9_000)));
    let (_, head) = log("run", 5);
    store.append("run", 3, &entries[3..], &head).await.unwrap();
    assert_eq!(store.load("run", 0).await.unwrap(), entries);
}

#[test]
fn many_open_a_new_file_at_once() {
    for round in 0..10 {
        let folder = tempdir().unwrap();
        let path = folder.path().join("runs.db");
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| SqliteStore::open(&path)))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(
            results.iter().all(Result::is_ok),
            "round {round}: {results:?}"
        );
    }
}

#[tokio::test]
async fn clones_share_a_database_in_memory() {
    let store = SqliteStore::in_memory().unwrap();
    let (entries, head) = log("run", 2);
    store
        .clone()
        .append("run", 0, &entries, &head)
        .await
        .unwrap();
    assert_eq!(store.load("run", 0).await.unwrap(), entries);
    assert_eq!(
        SqliteStore::in_memory()
            .unwrap()
            .load("run", 0)
            .await
            .unwrap(),
        []
    );
}

#[tokio::test]
async fn the_log_is_written_ahead_and_synchronised() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = SqliteStore::open(&path).unwrap();
    let (entries, head) = log("run", 2);
    store.append("run", 0, &entries, &head).await.unwrap();
    let mode: String = outside(&path)
        .query_row("PRAGMA journal_mode", [], |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
}

/// `version_1.sql` was made by `sqlite3 runs.db .dump` from a file of version 1, and is not changed any more.
#[tokio::test]
async fn a_database_of_version_1_still_opens() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    outside(&path)
        .execute_batch(include_str!("version_1.sql"))
        .unwrap();
    for _ in 0..2 {
        let store = SqliteStore::open(&path).unwrap();
        let heads = store.list(&Query::all()).await.unwrap();
        let ids: Vec<_> = heads
            .iter()
            .map(|head| (head.run_id.as_str(), head.status))
            .collect();
        assert_eq!(
            ids,
            [
                ("completed", Status::Completed),
                ("running", Status::Running)
            ]
        );
        assert_eq!(
            heads[1].lease,
            Some(Lease::new("worker-1", 1_764_600_060_000))
        );
        let entries = store.load("completed", 0).await.unwrap();
        assert_eq!(entries.len(), 3);
        assert!(
            matches!(&entries[2].fact, Fact::Completed { answer } if answer.as_str() == r#"{ "total": 1.0 }"#)
        );
        assert_eq!(store.load("running", 0).await.unwrap().len(), 2);
    }
    let version: u32 = outside(&path)
        .query_row("SELECT schema_version FROM phaseo_schema", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(version, 1);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_by_name() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    drop(SqliteStore::open(&path).unwrap());
    outside(&path)
        .execute("UPDATE phaseo_schema SET schema_version = 99", [])
        .unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(
        matches!(error, StoreError::NewerSchema { found: 99, .. }),
        "{error:?}"
    );
    assert!(
        error
            .to_string()
            .starts_with("the store's tables have version 99"),
        "{error}"
    );
}

#[tokio::test]
async fn the_tables_may_lie_beside_those_of_the_program() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("app.db");
    outside(&path)
        .execute_batch(
            "PRAGMA user_version = 7; CREATE TABLE runs (id); INSERT INTO runs VALUES (1);",
        )
        .unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let (entries, head) = log("run", 2);
    store.append("run", 0, &entries, &head).await.unwrap();
    let kept: (i64, i64) = outside(&path)
        .query_row(
            "SELECT id, (SELECT user_version FROM pragma_user_version) FROM runs",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    assert_eq!(kept, (1, 7));
}

#[tokio::test]
async fn a_damaged_row_is_an_error_of_the_log() {
    let damages = [
        (
            "UPDATE phaseo_entries SET entry = 'not JSON' WHERE seq = 2",
            "an entry of the log cannot be read",
        ),
        (
            "UPDATE phaseo_entries SET entry = CAST(x'ff' AS TEXT) WHERE seq = 2",
            "an entry of the log cannot be read",
        ),
        (
            "DELETE FROM phaseo_entries WHERE seq = 2",
            "entry 2 of the log does not follow from those before it: it is missing",
        ),
        (
            "UPDATE phaseo_entries SET entry = (SELECT entry FROM phaseo_entries WHERE seq = 3) WHERE seq = 2",
            "entry 2 of the log does not follow from those before it: its row holds entry 3",
        ),
        (
            "UPDATE phaseo_entries SET entry = '{\"v\":99,\"seq\":2}' WHERE seq = 2",
            "the log has version 99, this version of phaseo-agent reads up to",
        ),
    ];
    for (damage, text) in damages {
        let folder = tempdir().unwrap();
        let path = folder.path().join("runs.db");
        let store = SqliteStore::open(&path).unwrap();
        let (entries, head) = log("run", 3);
        store.append("run", 0, &entries, &head).await.unwrap();
        outside(&path).execute(damage, []).unwrap();
        let error = store.load("run", 0).await.unwrap_err();
        assert!(matches!(error, StoreError::Log(_)), "{damage}: {error:?}");
        assert!(error.to_string().starts_with(text), "{damage}: {error}");
    }
}

#[tokio::test]
async fn a_head_of_an_unknown_status_is_an_error_of_the_log() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = SqliteStore::open(&path).unwrap();
    let (entries, head) = log("run", 1);
    store.append("run", 0, &entries, &head).await.unwrap();
    outside(&path)
        .execute("UPDATE phaseo_runs SET status = 'dreaming'", [])
        .unwrap();
    for error in [
        store.head("run").await.unwrap_err(),
        store.list(&Query::all()).await.unwrap_err(),
    ] {
        assert!(
            matches!(error, StoreError::Log(LogError::Unreadable(_))),
            "{error:?}"
        );
    }
}

#[test]
fn what_is_no_database_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(
        &path,
        "These are my notes, and they are long enough to be looked at.".repeat(100),
    )
    .unwrap();
    assert!(matches!(
        SqliteStore::open(&path).unwrap_err(),
        StoreError::Backend(_)
    ));
    assert!(matches!(
        SqliteStore::open(folder.path().join("no/such/folder.db")).unwrap_err(),
        StoreError::Backend(_)
    ));
}

#[tokio::test]
async fn an_append_waits_for_another_writer_and_then_gives_up() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = SqliteStore::options()
        .busy_timeout(Duration::from_millis(100))
        .open(&path)
        .unwrap();
    SqliteStore::options()
        .busy_timeout(Duration::MAX)
        .open(&path)
        .unwrap();
    let (entries, head) = log("run", 2);
    store.append("run", 0, &entries[..1], &head).await.unwrap();
    let other = outside(&path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let since = Instant::now();
    let error = store
        .append("run", 1, &entries[1..], &head)
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Backend(_)), "{error:?}");
    assert!(since.elapsed() >= Duration::from_millis(100));
    // Who reads does not wait.
    assert_eq!(store.load("run", 0).await.unwrap(), entries[..1]);
    other.execute_batch("COMMIT").unwrap();
    store.append("run", 1, &entries[1..], &head).await.unwrap();
    assert_eq!(store.load("run", 0).await.unwrap(), entries);
}

#[tokio::test]
async fn a_dropped_append_happens_whole_or_not_at_all() {
    let store = SqliteStore::in_memory().unwrap();
    for round in 0..50 {
        let run = format!("run-{round}");
        let (entries, head) = log(&run, 4);
        let append = store.append(&run, 0, &entries, &head);
        // Polled once: the work is queued, and perhaps done; then nobody waits for it.
        drop(append.now_or_never());
        let loaded = store.load(&run, 0).await.unwrap();
        assert!(
            loaded.is_empty() || loaded == entries,
            "{} of 4 entries",
            loaded.len()
        );
    }
}

fn outside(path: &Path) -> Connection {
    Connection::open(path).unwrap()
}
