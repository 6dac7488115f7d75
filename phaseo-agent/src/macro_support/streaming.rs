//! What a streaming tool gives on the way.

use std::future::{Future, pending};
use std::pin::pin;

use futures_util::Stream;
use futures_util::future::{Either, select};
use tokio::sync::mpsc;

use crate::tool::{Progress, ToolError, ToolStream, Update};

use super::output::Of;

/// What the function of a streaming tool returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a streaming tool returns",
    label = "expected `ToolStream<P, T>`",
    note = "return `ToolStream<P, T>`, where `P` is the type of `emit!(..)` and `T` of the output; or \
            `impl Stream<Item = Result<Update<P, T>, E>>`; or take `progress: Progress<P>` and return the output"
)]
pub trait Streams {
    /// The type of progress values.
    type Progress;
    /// The type of the output.
    type Output;

    /// From the stream that it is.
    fn of_stream(stream: ToolStream<Self::Progress, Self::Output>) -> Self;

    /// The stream that it is.
    fn into_stream(self) -> ToolStream<Self::Progress, Self::Output>;
}

#[diagnostic::do_not_recommend]
impl<P, T> Streams for ToolStream<P, T> {
    type Progress = P;
    type Output = T;

    fn of_stream(stream: Self) -> Self {
        stream
    }

    fn into_stream(self) -> Self {
        self
    }
}

/// What the items are of a stream that a streaming tool returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what the stream of a tool gives",
    label = "expected `Result<Update<P, T>, E>`",
    note = "return `impl Stream<Item = Result<Update<P, T>, E>>`, where `P` is the type of progress values and `T` of the \
            output"
)]
pub trait Updates: Sized {
    /// What stands for the stream.
    type Stream: Streams;

    /// What stands for a stream of such items.
    fn stream(updates: impl Stream<Item = Self> + Send + 'static) -> Self::Stream;
}

#[diagnostic::do_not_recommend]
impl<P, T, E> Updates for Result<Update<P, T>, E>
where
    P: Send + 'static,
    T: Send + 'static,
    E: Into<ToolError>,
{
    type Stream = ToolStream<P, T>;

    fn stream(updates: impl Stream<Item = Self> + Send + 'static) -> Self::Stream {
        ToolStream::of(updates)
    }
}

/// The stream that the body of a streaming tool is: what the body is given sends its progress values.
pub fn stream<S, F, Fut>(work: F) -> S
where
    S: Streams,
    S::Output: Send + 'static,
    S::Progress: Send + 'static,
    F: FnOnce(Emitter<S::Progress>) -> Fut + Send + 'static,
    Fut: Future<Output = Result<S::Output, ToolError>> + Send + 'static,
{
    S::of_stream(ToolStream::new(|progress| async move {
        let (failed, mut failure) = mpsc::channel(1);
        let work = pin!(work(Emitter { progress, failed }));
        match select(work, pin!(failure.recv())).await {
            Either::Left((finished, _)) => finished,
            Either::Right((Some(error), _)) => Err(error),
            Either::Right((None, work)) => work.await,
        }
    }))
}

/// Runs what the function of a streaming tool returned.
///
/// # Errors
/// What the tool failed with, or a progress value that is not valid.
pub async fn run<S: Streams>(
    returned: S,
    progress: Progress<S::Progress>,
) -> Result<S::Output, ToolError> {
    returned.into_stream().run(progress).await
}

/// What `emit!(..)` sends to. A value that cannot be sent ends the tool where it is sent, as `?` would,
/// so that `emit!(..)` can stand in any `async` block.
#[derive(Debug)]
pub struct Emitter<P> {
    progress: Progress<P>,
    failed: mpsc::Sender<ToolError>,
}

impl<P> Emitter<P> {
    /// Sends a value, and waits as long as the reader is behind.
    pub async fn emit(&self, value: P) {
        if let Err(error) = self.progress.send(value).await {
            // If there is no room, an earlier failure is about to end the tool.
            let _ = self.failed.try_send(error);
            pending().await
        }
    }
}

/// The types of a streaming tool: of its progress values and its output.
#[derive(Debug)]
pub struct Streaming<P, T> {
    /// Names the progress values.
    pub progress: Of<P>,
    /// Names the output.
    pub output: Of<T>,
}

/// Asks of `S` to be what a streaming tool returns.
#[must_use]
pub fn streaming<S: Streams>() -> Streaming<S::Progress, S::Output> {
    Streaming {
        progress: Of::new(),
        output: Of::new(),
    }
}

/// The progress values that a parameter `Progress<P>` sends.
#[must_use]
pub fn sends<P>() -> Of<P> {
    Of::new()
}
