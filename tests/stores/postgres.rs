//! What is Postgres' own.

use std::sync::Arc;
use std::time::Duration;

use phaseo_agent::run::{Fact, LogError};
use phaseo_agent::store::{Lease, PostgresStore, Query, Store, StoreError};
use phaseo_agent::testing::store_contract;

use crate::alternating::Alternating;
use crate::logs::log;
use crate::schema::{outside, schema, url};
use crate::server::Server;

async fn store(name: &str) -> PostgresStore {
    PostgresStore::connect(&schema(name).await).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Postgres"]
async fn contract() {
    store_contract(store("contract").await).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn contract_on_a_single_connection() {
    let url = schema("single").await;
    store_contract(
        PostgresStore::options()
            .connections(0)
            .connect(&url)
            .await
            .unwrap(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Postgres"]
async fn several_handles_on_one_database() {
    let url = schema("several").await;
    let mut handles = Vec::new();
    for _ in 0..3 {
        handles.push(PostgresStore::connect(&url).await.unwrap());
    }
    store_contract(Alternating::new(handles)).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn the_contract_holds_whatever_isolation_the_server_prefers() {
    let url = format!(
        "{} -cdefault_transaction_isolation%3Dserializable",
        schema("serializable").await
    );
    store_contract(PostgresStore::connect(&url).await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Postgres"]
async fn many_connect_to_an_empty_database_at_once() {
    let url = schema("empty").await;
    let connects = (0..8).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { PostgresStore::connect(&url).await })
    });
    for store in futures_util::future::join_all(connects).await {
        assert_eq!(
            store.unwrap().unwrap().list(&Query::all()).await.unwrap(),
            []
        );
    }
}

/// `postgres_version_1.sql` was made by `pg_dump --inserts` from tables of version 1, less the name of their schema, and
/// is not changed any more.
#[tokio::test]
#[ignore = "needs Postgres"]
async fn tables_of_version_1_still_open() {
    let url = schema("version_1").await;
    outside(&url, include_str!("postgres_version_1.sql")).await;
    let store = PostgresStore::connect(&url).await.unwrap();
    let heads = store.list(&Query::all()).await.unwrap();
    let ids: Vec<_> = heads.iter().map(|head| head.run_id.as_str()).collect();
    assert_eq!(ids, ["completed", "running"]);
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

#[tokio::test]
#[ignore = "needs Postgres"]
async fn tables_of_a_newer_version_are_refused_by_name() {
    let url = schema("newer").await;
    PostgresStore::connect(&url).await.unwrap();
    outside(&url, "UPDATE phaseo_schema SET schema_version = 99").await;
    let error = PostgresStore::connect(&url).await.unwrap_err();
    assert!(
        matches!(error, StoreError::NewerSchema { found: 99, .. }),
        "{error:?}"
    );
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_user_who_may_not_create_tables_can_use_those_that_are_there() {
    let url = schema("reader").await;
    PostgresStore::connect(&url).await.unwrap();
    let grants = "DO $$ BEGIN CREATE ROLE phaseo_guest LOGIN PASSWORD 'guest'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
         GRANT USAGE ON SCHEMA reader TO phaseo_guest;
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA reader TO phaseo_guest";
    outside(&url, grants).await;
    let (_, place) = url.split_once('@').unwrap();
    let guest = PostgresStore::connect(&format!("postgres://phaseo_guest:guest@{place}"))
        .await
        .unwrap();
    let (entries, head) = log("run", 2);
    guest.append("run", 0, &entries, &head).await.unwrap();
    assert_eq!(guest.load("run", 0).await.unwrap(), entries);
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_damaged_row_is_an_error_of_the_log() {
    let url = schema("damaged").await;
    let store = PostgresStore::connect(&url).await.unwrap();
    let (entries, head) = log("run", 3);
    store.append("run", 0, &entries, &head).await.unwrap();
    outside(
        &url,
        "UPDATE phaseo_entries SET entry = 'not JSON' WHERE seq = 2",
    )
    .await;
    let error = store.load("run", 0).await.unwrap_err();
    assert!(
        matches!(error, StoreError::Log(LogError::Unreadable(_))),
        "{error:?}"
    );
    outside(&url, "DELETE FROM phaseo_entries WHERE seq = 2").await;
    let error = store.load("run", 0).await.unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::Log(LogError::Inconsistent { seq: 2, .. })
        ),
        "{error:?}"
    );
    outside(&url, "UPDATE phaseo_runs SET status = 'dreaming'").await;
    let error = store.head("run").await.unwrap_err();
    assert!(
        matches!(error, StoreError::Log(LogError::Unreadable(_))),
        "{error:?}"
    );
}

/// Every connection is cut, again and again, as a restart of the server does.
#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_lost_connection_is_made_anew() {
    let url = schema("cut").await;
    let store = PostgresStore::connect(&format!("{url}&application_name=cut"))
        .await
        .unwrap();
    let (entries, head) = log("run", 6);
    for (expected, entry) in (0..).zip(&entries) {
        store
            .append("run", expected, std::slice::from_ref(entry), &head)
            .await
            .unwrap();
        let cut = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'cut'";
        outside(&url, cut).await;
        // A read need not know of it: it is asked again.
        assert_eq!(
            store.load("run", 0).await.unwrap().len() as u64,
            expected + 1
        );
        // Nor must the next append, a moment later.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(store.load("run", 0).await.unwrap(), entries);
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_store_outlives_a_restart_of_the_server() {
    let server = Server::start();
    let store = PostgresStore::connect(server.url()).await.unwrap();
    let (entries, head) = log("run", 4);
    store.append("run", 0, &entries[..2], &head).await.unwrap();
    server.restart();
    store.append("run", 2, &entries[2..], &head).await.unwrap();
    assert_eq!(store.load("run", 0).await.unwrap(), entries);
    server.stop();
    let error = store.load("run", 0).await.unwrap_err();
    assert!(matches!(error, StoreError::Backend(_)), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Postgres"]
async fn dropped_appends_disturb_nobody() {
    let store = Arc::new(store("dropped").await);
    for round in 0..100_u64 {
        let run = format!("run-{round}");
        let (entries, head) = log(&run, 4);
        let append = store.append(&run, 0, &entries, &head);
        drop(tokio::time::timeout(Duration::from_micros(round * 10), append).await);
        let loaded = store.load(&run, 0).await.unwrap();
        assert!(
            loaded.is_empty() || loaded == entries,
            "{} of 4 entries",
            loaded.len()
        );
        // Whoever goes on has the run, or is told that the dropped append came after all.
        match store
            .append(&run, loaded.len() as u64, &entries[loaded.len()..], &head)
            .await
        {
            Ok(()) | Err(StoreError::Conflict { found: 4, .. }) => {}
            other => panic!("{other:?}"),
        }
        assert_eq!(store.load(&run, 0).await.unwrap(), entries);
    }
}

/// The server's certificate is its own, so the operating system does not know it.
#[tokio::test]
#[ignore = "needs Postgres"]
async fn tls_trusts_the_given_certificates_only() {
    let Ok(certificate) = std::env::var("PHASEO_POSTGRES_CERTIFICATE") else {
        println!("skipped: PHASEO_POSTGRES_CERTIFICATE does not name the server's certificate");
        return;
    };
    let url = schema("tls")
        .await
        .replace("sslmode=disable", "sslmode=require")
        .replace("127.0.0.1", "localhost");
    let error = PostgresStore::connect(&url).await.unwrap_err();
    assert!(
        format!("{error:?}").contains("InvalidCertificate"),
        "{error:?}"
    );
    let options = PostgresStore::options().certificates(std::fs::read(certificate).unwrap());
    store_contract(options.connect(&url).await.unwrap()).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_wrong_password_is_refused_and_not_repeated() {
    let url = url();
    let (_, place) = url.split_once('@').unwrap();
    let error = PostgresStore::connect(&format!("postgres://phaseo:hunter2@{place}"))
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Backend(_)));
    assert!(!chain(&error).contains("hunter2"), "{error:?}");
    let store = PostgresStore::connect(&url).await.unwrap();
    let (_, rest) = url.split_once("://").unwrap();
    let password = rest.split([':', '@']).nth(1).unwrap();
    assert!(!format!("{store:?}").contains(password));
}

#[tokio::test]
async fn no_error_repeats_the_password() {
    let urls = [
        // Nobody listens there.
        "postgres://phaseo:hunter2@127.0.0.1:1/phaseo",
        // What is special in the password is not percent-encoded.
        "postgres://phaseo:x@hunter2@127.0.0.1:1/phaseo",
        "postgres://phaseo:x?hunter2=1&sslmode=disable@127.0.0.1:1/phaseo",
        "postgres://phaseo:x#hunter2@[::1:1/phaseo",
        "postgres://127.0.0.1/phaseo?sslmode=disable&password=x&hunter2=1",
        "host=127.0.0.1 password=x hunter2=1",
        "postgres://phaseo:hunter2@127.0.0.1:none/phaseo",
        "postgres://phaseo:hunter2@127.0.0.1/phaseo?sslmode=verify-full",
        "mysql://phaseo:hunter2@127.0.0.1/phaseo",
    ];
    for url in urls {
        let error = PostgresStore::connect(url).await.unwrap_err();
        assert!(matches!(error, StoreError::Backend(_)), "{url}");
        let text = chain(&error);
        assert!(!text.contains("hunter2"), "{url}: {text}");
    }
    let error = PostgresStore::connect("postgres://127.0.0.1/phaseo?sslmode=verify-full")
        .await
        .unwrap_err();
    assert!(chain(&error).contains("option `sslmode`"), "{error:?}");
}

/// All that somebody could print of an error.
fn chain(error: &StoreError) -> String {
    let mut text = format!("{error} {error:?}");
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text += &format!(": {cause} {cause:?}");
        source = cause.source();
    }
    text
}
