//! The connections of a store.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Mutex;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Error, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// A parameter of a statement with its type: statements are not prepared, so that each is one round
/// trip, and works behind a pooler too.
pub(super) type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

/// A few connections that take turns; one that was lost is made anew when its turn comes.
///
/// They are shared and not lent out: each change is a single statement, so that nothing is left open
/// on a connection whose asker goes away, and statements of several askers can be under way on one.
pub(super) struct Connections {
    config: Config,
    tls: MakeRustlsConnect,
    slots: Box<[Mutex<Option<Arc<Client>>>]>,
    turn: AtomicUsize,
}

impl Connections {
    pub(super) fn new(config: Config, tls: MakeRustlsConnect, count: usize) -> Self {
        let slots = (0..count.max(1)).map(|_| Mutex::new(None)).collect();
        Self {
            config,
            tls,
            slots,
            turn: AtomicUsize::new(0),
        }
    }

    /// A new connection, for what must have one to itself.
    pub(super) async fn open(&self) -> Result<Client, Error> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        // It ends when the client is dropped; when it fails, the client's answers say so.
        drop(tokio::spawn(connection));
        // Changes rely on it: after waiting for another, they look at the row as it is then.
        client
            .batch_execute(
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
            )
            .await?;
        Ok(client)
    }

    /// Asks once. When the connection is lost on the way, nobody knows whether it was done.
    pub(super) async fn change(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        self.ask(sql, parameters).await.map_err(StoreError::backend)
    }

    /// Asks, and once more when the connection turns out to be lost: for what changes nothing.
    pub(super) async fn read(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        match self.ask(sql, parameters).await {
            Err(error) if error.is_closed() || error.code() == Some(&SqlState::ADMIN_SHUTDOWN) => {
                self.ask(sql, parameters).await
            }
            answer => answer,
        }
        .map_err(StoreError::backend)
    }

    async fn ask(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, Error> {
        self.next().await?.query_typed(sql, parameters).await
    }

    async fn next(&self) -> Result<Arc<Client>, Error> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut slot = self.slots[turn % self.slots.len()].lock().await;
        if let Some(client) = slot.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let client = Arc::new(self.open().await?);
        *slot = Some(Arc::clone(&client));
        Ok(client)
    }
}
