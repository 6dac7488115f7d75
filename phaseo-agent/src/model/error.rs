//! What can go wrong with a model call.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use super::response::Response;

/// A model call that failed.
///
/// `Display` says its own level; [`source`](Error::source) has the cause. `Debug` leaves out what the
/// model had said.
#[non_exhaustive]
pub struct ModelError {
    /// The class of the failure.
    pub kind: ModelErrorKind,
    /// What went wrong, in the endpoint's words where it had any.
    pub message: String,
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// The endpoint's own code for the failure, such as `insufficient_funds`. An open set.
    pub code: Option<String>,
    /// The endpoint's id of the request or generation.
    pub request_id: Option<String>,
    /// The upstream provider that failed, where a gateway tells it.
    pub provider: Option<String>,
    /// How long the endpoint asks to wait before the next attempt.
    pub retry_after: Option<Duration>,
    /// The beginning of the body that was not understood.
    pub body: Option<String>,
    /// What had arrived of the answer before it broke off. Its tool calls must not run.
    pub partial: Option<Box<Response>>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// The classes of [`ModelError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// No connection to the endpoint.
    Connect,
    /// The endpoint was too slow.
    Timeout,
    /// The key is missing or wrong (401).
    Authentication,
    /// The account must be paid for (402).
    Payment,
    /// The key or a guardrail does not allow it (403).
    Permission,
    /// No such model or path (404).
    NotFound,
    /// The conversation is longer than the model can read.
    ContextOverflow,
    /// The endpoint did not understand or accept the request (other 4xx).
    BadRequest,
    /// Too many requests or tokens (429).
    RateLimit,
    /// The provider is overloaded (529, or its word for it).
    Overloaded,
    /// The endpoint or the provider behind it failed (5xx).
    Server,
    /// The answer was not what the wire format says.
    Malformed,
    /// The answer broke off before its end.
    Incomplete,
    /// The request cannot be said in this wire format.
    Unsupported,
}

impl ModelErrorKind {
    /// Whether the same request may succeed a little later.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::Connect
                | Self::Timeout
                | Self::RateLimit
                | Self::Overloaded
                | Self::Server
                | Self::Incomplete
        )
    }
}

impl fmt::Display for ModelErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "cannot connect",
            Self::Timeout => "timed out",
            Self::Authentication => "not authenticated",
            Self::Payment => "payment required",
            Self::Permission => "not permitted",
            Self::NotFound => "not found",
            Self::ContextOverflow => "context overflow",
            Self::BadRequest => "bad request",
            Self::RateLimit => "rate limited",
            Self::Overloaded => "overloaded",
            Self::Server => "server error",
            Self::Malformed => "malformed response",
            Self::Incomplete => "incomplete response",
            Self::Unsupported => "unsupported request",
        })
    }
}

impl ModelError {
    /// An error of this class.
    #[must_use]
    pub fn new(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            status: None,
            code: None,
            request_id: None,
            provider: None,
            retry_after: None,
            body: None,
            partial: None,
            source: None,
        }
    }

    /// The same error with its cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Whether the same request may succeed a little later.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.kind.is_retryable()
    }
}

impl fmt::Debug for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("status", &self.status)
            .field("code", &self.code)
            .field("request_id", &self.request_id)
            .field("provider", &self.provider)
            .field("retry_after", &self.retry_after)
            .field("body", &self.body)
            .field("has_partial", &self.partial.is_some())
            .field("source", &self.source)
            .finish()
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

impl Error for ModelError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source
            .as_ref()
            .map(|source| &**source as &(dyn Error + 'static))
    }
}
