//! Why a client cannot be built.

use std::error::Error;

/// A [`Client`](crate::Client) that cannot be built as it was set up.
///
/// No text of this error holds the key or a URL that could hold a secret.
///
/// ```
/// use phaseo_agent::{Client, ClientError};
///
/// let error = Client::builder().base_url("http://api.example.com/v1").build().unwrap_err();
/// assert!(matches!(error, ClientError::PlainHttp { .. }));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The default base URL needs a key.
    #[error(
        "no API key for {}; set PHASEO_API_KEY or call `api_key`",
        crate::Client::DEFAULT_BASE_URL
    )]
    MissingKey,
    /// The key holds a character that no HTTP header can.
    #[error("the API key holds a character that no HTTP header can")]
    InvalidKey,
    /// The base URL cannot be used.
    #[error("the base URL cannot be used: {reason}")]
    #[non_exhaustive]
    InvalidBaseUrl {
        /// What is wrong with it.
        reason: &'static str,
        /// What the parser said, if it is no URL at all.
        source: Option<Box<dyn Error + Send + Sync>>,
    },
    /// Plain `http` would send the conversation and the key unencrypted to another machine.
    #[error(
        "plain http to `{host}` is not encrypted; use https, or call `allow_http` or set PHASEO_ALLOW_HTTP=1"
    )]
    #[non_exhaustive]
    PlainHttp {
        /// The host of the base URL.
        host: String,
    },
    /// The name or the value of an extra header is not one.
    #[error("the header `{name}` is not a valid HTTP header")]
    #[non_exhaustive]
    InvalidHeader {
        /// The header's name.
        name: String,
    },
    /// The client sets this header itself.
    #[error("the header `{name}` is set by the client")]
    #[non_exhaustive]
    ReservedHeader {
        /// The header's name.
        name: String,
    },
    /// An environment variable holds text that is not Unicode.
    #[error("the environment variable {name} is not Unicode")]
    #[non_exhaustive]
    InvalidVariable {
        /// The variable's name.
        name: &'static str,
    },
    /// The HTTP or TLS library cannot be set up.
    #[error("cannot set up HTTP")]
    Setup(#[source] Box<dyn Error + Send + Sync>),
}
