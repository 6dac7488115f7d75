//! The progress values of a tool.

use std::any::type_name;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use futures_util::Stream;
use tokio::sync::mpsc;

use crate::json::RawJson;
use crate::schema::Issue;

use super::error::ToolError;
use super::output::ToolOutput;

/// Where a tool's progress values go: to the events of the run. A clone sends to the same place.
///
/// ```
/// use phaseo_agent::prelude::*;
///
/// async fn scan(files: Vec<String>, progress: Progress<String>) -> Result<usize, ToolError> {
///     for file in &files {
///         progress.send(format!("reading {file}")).await?;
///     }
///     Ok(files.len())
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// // As a test calls it:
/// let (progress, mut sent) = Progress::channel(8);
/// assert_eq!(scan(vec!["a.rs".into()], progress).await?, 1);
/// assert_eq!(sent.recv().await.unwrap().as_str(), r#""reading a.rs""#);
/// assert_eq!(sent.recv().await, None);
/// # Ok::<(), ToolError>(())
/// # }).unwrap();
/// ```
pub struct Progress<P> {
    call: Arc<str>,
    sink: ProgressSink,
    write: Write<P>,
}

/// Validates and writes a value.
type Write<P> = Arc<dyn Fn(P) -> Result<RawJson, ToolError> + Send + Sync>;

impl<P> Progress<P> {
    pub(super) fn with(
        call: &str,
        sink: ProgressSink,
        write: impl Fn(P) -> Result<RawJson, ToolError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            call: call.into(),
            sink,
            write: Arc::new(write),
        }
    }

    /// One whose values go into a list.
    pub(super) fn into_list(list: Arc<Mutex<Vec<P>>>) -> Self
    where
        P: Send + 'static,
    {
        Self::with("", ProgressSink::discard(), move |value| {
            let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
            list.push(value);
            Ok(RawJson::null())
        })
    }

    /// Sends `value`, and waits as long as the reader is behind: a slow reader slows the tool, and
    /// memory stays flat. Where nobody reads, the value goes nowhere.
    ///
    /// # Errors
    /// When `value` is not valid or cannot be written as JSON.
    ///
    /// # Cancel safety
    /// If the future is dropped before it is done, the value was not sent; nothing else is lost.
    pub async fn send(&self, value: P) -> Result<(), ToolError> {
        let value = (self.write)(value)?;
        self.sink.send(&self.call, value).await;
        Ok(())
    }
}

impl<P: ToolOutput> Progress<P> {
    pub(super) fn of_call(call: &str, sink: ProgressSink) -> Self {
        Self::with(call, sink, |value: P| Ok(RawJson::of(&value)?))
    }

    /// One whose values can be received, to call a tool's function in a test. `capacity` values wait
    /// to be received, at least one; [`send`](Self::send) waits for room.
    #[must_use]
    pub fn channel(capacity: usize) -> (Self, ProgressValues) {
        let (sender, receiver) = mpsc::channel(capacity.max(1));
        let progress = Self::of_call("", ProgressSink::new(sender));
        (progress, ProgressValues(receiver))
    }

    /// One whose values go nowhere, to call a tool's function without a run.
    #[must_use]
    pub fn discarded() -> Self {
        Self::of_call("", ProgressSink::discard())
    }

    /// Validates each value with garde before it is sent.
    #[must_use]
    pub fn validated(mut self) -> Self
    where
        P: garde::Validate<Context: Default>,
    {
        self.write = Arc::new(|value: P| {
            let issues = Issue::of_report(value.validate());
            if issues.is_empty() {
                return Ok(RawJson::of(&value)?);
            }
            Err(ToolError::from(Issue::join(&issues)).not_valid(PROGRESS))
        });
        self
    }
}

/// What an error calls a progress value.
pub(super) const PROGRESS: &str = "the progress value";

impl<P> Clone for Progress<P> {
    fn clone(&self) -> Self {
        Self {
            call: Arc::clone(&self.call),
            sink: self.sink.clone(),
            write: Arc::clone(&self.write),
        }
    }
}

impl<P> fmt::Debug for Progress<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("type", &type_name::<P>())
            .finish_non_exhaustive()
    }
}

/// The values of a [`Progress::channel`], as a stream too.
#[derive(Debug)]
pub struct ProgressValues(mpsc::Receiver<Emitted>);

impl ProgressValues {
    /// The next value; `None` once every [`Progress`] is dropped and all values are received.
    ///
    /// # Cancel safety
    /// No value is lost when the future is dropped.
    pub async fn recv(&mut self) -> Option<RawJson> {
        Some(self.0.recv().await?.value)
    }
}

impl Stream for ProgressValues {
    type Item = RawJson;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<RawJson>> {
        self.0
            .poll_recv(context)
            .map(|emitted| Some(emitted?.value))
    }
}

/// Where the progress values of all executions of a run go. A clone sends to the same place.
#[derive(Clone, Debug)]
pub(crate) struct ProgressSink(Option<mpsc::Sender<Emitted>>);

/// A progress value under way.
#[derive(Debug)]
pub(crate) struct Emitted {
    /// The id of the call that it is of.
    pub(crate) call: String,
    pub(crate) value: RawJson,
}

impl ProgressSink {
    pub(crate) fn new(sender: mpsc::Sender<Emitted>) -> Self {
        Self(Some(sender))
    }

    /// One whose values go nowhere.
    pub(crate) fn discard() -> Self {
        Self(None)
    }

    async fn send(&self, call: &str, value: RawJson) {
        let Some(sender) = &self.0 else { return };
        let call = call.to_owned();
        // That nobody reads any more is no fault of the tool's.
        let _ = sender.send(Emitted { call, value }).await;
    }
}
