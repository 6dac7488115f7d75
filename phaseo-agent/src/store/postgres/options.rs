//! How a database is reached.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tokio_postgres::Config;

use crate::store::StoreError;

use super::PostgresStore;
use super::connections::Connections;
use super::{migrations, tls};

/// How a [`PostgresStore`] reaches its database.
///
/// ```no_run
/// use phaseo_agent::store::PostgresStore;
///
/// # async fn connect() -> Result<(), Box<dyn std::error::Error>> {
/// let store = PostgresStore::options()
///     .connections(8)
///     .certificates(std::fs::read("our-ca.pem")?)
///     .connect("postgres://agents:secret@db.example/agents?sslmode=require")
///     .await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct PostgresOptions {
    connections: usize,
    certificates: Option<Vec<u8>>,
}

impl PostgresOptions {
    pub(super) fn new() -> Self {
        Self {
            connections: 4,
            certificates: None,
        }
    }

    /// At most so many connections at a time, 4 unless told otherwise; 0 counts as 1.
    #[must_use]
    pub fn connections(mut self, most: usize) -> Self {
        self.connections = most;
        self
    }

    /// Trust the servers that these certificates, in PEM, vouch for, and no others; the operating
    /// system's certificates are not looked at then.
    #[must_use]
    pub fn certificates(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.certificates = Some(pem.into());
        self
    }

    /// Connects, and brings the tables up to date.
    ///
    /// # Errors
    /// As [`PostgresStore::connect`].
    pub async fn connect(self, url: &str) -> Result<PostgresStore, StoreError> {
        let mut config: Config = url.parse().map_err(|error| unreadable(&error))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        let tls = tls::connector(config.get_ssl_mode(), self.certificates.as_deref())?;
        let connections = Connections::new(config, tls, self.connections);
        let mut client = connections.open().await.map_err(StoreError::backend)?;
        let row = client
            .query_typed_one("SELECT current_setting('server_encoding')", &[])
            .await;
        let encoding: String = row
            .and_then(|row| row.try_get(0))
            .map_err(StoreError::backend)?;
        if encoding != "UTF8" {
            let problem = format!(
                "the database has the encoding {encoding}, which cannot hold every text; it must be UTF8"
            );
            return Err(StoreError::backend(problem));
        }
        migrations::migrate(&mut client).await?;
        Ok(PostgresStore::on(connections))
    }
}

impl fmt::Debug for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresOptions")
            .field("connections", &self.connections)
            .finish_non_exhaustive()
    }
}

/// An option that is not known may be a piece of a password that was not percent-encoded, so it is not
/// repeated. The names of the options whose values cannot be read come from a fixed list.
fn unreadable(error: &tokio_postgres::Error) -> StoreError {
    let cause = error
        .source()
        .map(ToString::to_string)
        .filter(|cause| cause.starts_with("invalid value for option"));
    let cause =
        cause.unwrap_or_else(|| "percent-encode what is special in the password".to_owned());
    StoreError::backend(format!("the connection URL cannot be read: {cause}"))
}
