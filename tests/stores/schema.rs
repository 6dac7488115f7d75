//! Schemas of a Postgres server, one a test. `tests/postgres start` starts a server for them.

use tokio_postgres::{Client, NoTls};

/// The server that the tests were given.
pub(crate) fn url() -> String {
    std::env::var("PHASEO_POSTGRES_URL")
        .expect("PHASEO_POSTGRES_URL names the server; see tests/postgres")
}

/// A URL whose tables are in a new schema, so that tests do not see each other's.
pub(crate) async fn schema(name: &str) -> String {
    outside(
        &url(),
        &format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"),
    )
    .await;
    format!("{}&options=-csearch_path%3D{name}", url())
}

/// Executes SQL beside the store.
pub(crate) async fn outside(url: &str, sql: &str) {
    let client = connect(url).await;
    client.batch_execute(sql).await.expect("the SQL is right");
}

/// A connection beside the store's.
pub(crate) async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls)
        .await
        .expect("the server lets us in");
    // It ends when the client is dropped.
    drop(tokio::spawn(connection));
    client
}
