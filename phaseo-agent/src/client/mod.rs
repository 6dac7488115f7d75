//! The HTTP client: one attempt at an answer, over any surface.

mod body;
mod builder;
mod endpoint;
mod error;
mod key;
mod tls;
mod transport;

use std::fmt;
use std::sync::Arc;

pub use builder::ClientBuilder;
pub use error::ClientError;
use transport::Transport;

use crate::model::{DeltaSink, Model, ModelError, Request, Response};

/// A connection to the Phaseo gateway, or to any endpoint that speaks one of the
/// [surfaces](crate::Surface).
///
/// A client makes one attempt for each request: it classifies what goes wrong and never retries.
/// Clones share their connections.
///
/// ```
/// use phaseo_agent::Client;
///
/// let client = Client::builder().base_url("http://localhost:8080/v1").build()?;
/// # Ok::<(), phaseo_agent::ClientError>(())
/// ```
#[derive(Clone)]
pub struct Client(Arc<Transport>);

impl Client {
    /// The base URL that is used unless another is set: the Phaseo gateway.
    pub const DEFAULT_BASE_URL: &'static str = "https://api.phaseo.app/v1";

    /// A client with what the environment says.
    ///
    /// | variable | meaning |
    /// |---|---|
    /// | `PHASEO_API_KEY` | the key; required for the default base URL only |
    /// | `PHASEO_BASE_URL` | the base URL; `https://api.phaseo.app/v1` if unset or blank |
    /// | `PHASEO_ALLOW_HTTP` | `1` allows plain `http` to other machines |
    ///
    /// # Errors
    /// When the key is missing or the base URL cannot be used.
    pub fn from_env() -> Result<Self, ClientError> {
        ClientBuilder::from_env()?.build()
    }

    /// A client to be set up.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::default()
    }
}

impl Model for Client {
    async fn respond(
        &self,
        request: &Request,
        on_delta: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        self.0.respond(request, on_delta).await
    }
}

/// The endpoint and the wire format, such as `https://api.phaseo.app/v1/chat/completions
/// (chat_completions, streamed)`.
impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = if self.0.is_streaming {
            "streamed"
        } else {
            "whole"
        };
        write!(f, "{} ({}, {form})", self.0.url, self.0.surface)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
