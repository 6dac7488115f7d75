//! Reading a response body within its limits of time and size.

use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, timeout, timeout_at};

use crate::model::{ModelError, ModelErrorKind};

/// How long an ended stream may take to close, so that its connection can be used again.
const CLOSING: Duration = Duration::from_millis(25);

/// How long to wait for usage and terminator once a streamed message has ended.
const LINGERING: Duration = Duration::from_secs(10);

/// A response body that is being read.
pub(super) struct Body {
    response: reqwest::Response,
    deadline: Option<Instant>,
    idle: Option<Duration>,
}

impl Body {
    pub(super) fn new(response: reqwest::Response, deadline: Option<Instant>) -> Self {
        Self {
            response,
            deadline,
            idle: None,
        }
    }

    /// The same body, which may also not be silent for longer than `idle`.
    pub(super) fn with_idle(self, idle: Duration) -> Self {
        Self {
            idle: Some(idle),
            ..self
        }
    }

    /// Waits no longer than this for what may follow the end of the message.
    pub(super) fn linger(&mut self) {
        self.idle = self.idle.map(|idle| idle.min(LINGERING));
    }

    /// The next bytes; `None` at the end.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, ModelError> {
        let silence = self.idle.and_then(|idle| Instant::now().checked_add(idle));
        let until = match (self.deadline, silence) {
            (Some(deadline), Some(silence)) => Some(deadline.min(silence)),
            (deadline, silence) => deadline.or(silence),
        };
        let read = within(until, self.response.chunk()).await.ok_or_else(|| {
            timed_out(if until == self.deadline {
                "the answer was not complete in time"
            } else {
                "the stream was silent for too long"
            })
        })?;
        read.map_err(|error| {
            ModelError::new(ModelErrorKind::Incomplete, "the connection broke off")
                .with_source(error.without_url())
        })
    }

    /// The whole body, if it has at most `limit` bytes.
    pub(super) async fn whole(&mut self, limit: usize) -> Result<Vec<u8>, ModelError> {
        let mut body = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            if body.len() + chunk.len() > limit {
                let message = format!("the answer is longer than {} MiB", limit >> 20);
                return Err(ModelError::new(ModelErrorKind::Malformed, message));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// At most `limit` bytes, or what there is of them.
    pub(super) async fn beginning(&mut self, limit: usize) -> Vec<u8> {
        let mut body = Vec::new();
        while body.len() < limit
            && let Ok(Some(chunk)) = self.chunk().await
        {
            body.extend_from_slice(&chunk[..chunk.len().min(limit - body.len())]);
        }
        body
    }

    /// Lets go of a stream whose terminator came. A server that leaves it open is not waited for.
    pub(super) async fn release(mut self) {
        let _ = timeout(CLOSING, self.response.chunk()).await;
    }
}

/// What `work` gives, or `None` if it is not done at `until`.
pub(super) async fn within<F: Future>(until: Option<Instant>, work: F) -> Option<F::Output> {
    match until {
        Some(until) => timeout_at(until, work).await.ok(),
        None => Some(work.await),
    }
}

pub(super) fn timed_out(message: &str) -> ModelError {
    ModelError::new(ModelErrorKind::Timeout, message)
}
