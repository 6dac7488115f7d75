//! The contract of stores, on every store that needs no server.

use phaseo_agent::store::{MemoryStore, SqliteStore, Synchronous};
use phaseo_agent::testing::store_contract;
use tempfile::tempdir;

use crate::alternating::Alternating;

#[tokio::test]
async fn memory() {
    store_contract(MemoryStore::new()).await;
}

#[tokio::test]
async fn sqlite_in_a_file() {
    let folder = tempdir().unwrap();
    store_contract(SqliteStore::open(folder.path().join("runs.db")).unwrap()).await;
}

#[tokio::test]
async fn sqlite_in_memory() {
    store_contract(SqliteStore::in_memory().unwrap()).await;
}

#[tokio::test]
async fn sqlite_without_full_synchronisation() {
    let folder = tempdir().unwrap();
    for (file, synchronous) in [
        ("normal.db", Synchronous::Normal),
        ("off.db", Synchronous::Off),
    ] {
        let store = SqliteStore::options()
            .synchronous(synchronous)
            .open(folder.path().join(file))
            .unwrap();
        store_contract(store).await;
    }
}

#[tokio::test]
async fn several_handles_on_one_sqlite_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    store_contract(Alternating::new(
        (0..3).map(|_| SqliteStore::open(&path).unwrap()),
    ))
    .await;
}
