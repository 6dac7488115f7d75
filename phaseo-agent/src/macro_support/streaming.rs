//! What a streaming tool gives on the way.

use std::future::{Future, pending};
use std::pin::pin;

use futures_util::Stream;
use futures_util::future::{Either, select};
use tokio::sync::mpsc;

use crate::schema::Schema;
use crate::tool::{Progress, ToolContext, ToolError, ToolOutput, ToolStream, Update};

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

/// A progress type `P`, with its output type `T`.
#[derive(Debug)]
pub struct Streaming<P, T> {
    schema: fn() -> Schema,
    sending: fn(&ToolContext) -> Progress<P>,
    progress: Of<P>,
    output: Of<T>,
}

/// Asks of `S` to be what a streaming tool returns, and of its progress values what they need, once for
/// all that is done with them.
#[must_use]
pub fn streaming<S>() -> Streaming<S::Progress, S::Output>
where
    S: Streams,
    S::Progress: ToolOutput,
{
    sends()
}

/// The same of the values that a parameter `Progress<P>` sends.
#[must_use]
pub fn sends<P: ToolOutput, T>() -> Streaming<P, T> {
    Streaming {
        schema: Schema::of_output::<P>,
        sending: ToolContext::progress,
        progress: Of::new(),
        output: Of::new(),
    }
}

impl<P, T> Streaming<P, T> {
    /// Names the progress values.
    #[must_use]
    pub fn progress(&self) -> &Of<P> {
        &self.progress
    }

    /// Names the output.
    #[must_use]
    pub fn output(self) -> Of<T> {
        self.output
    }

    /// Where the progress values of a call go.
    #[must_use]
    pub fn sending(&self, context: &ToolContext) -> Sending<Progress<P>> {
        Sending((self.sending)(context))
    }

    /// The schema of the progress values.
    #[must_use]
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }
}

/// A parameter of type `Progress<P>`, or a type that has its name.
#[derive(Debug)]
pub struct Sending<T>(pub T);

impl<P: ToolOutput + garde::Validate<Context: Default>> Sending<Progress<P>> {
    /// Sends what its validator finds no fault with.
    #[must_use]
    pub fn checked(self) -> Progress<P> {
        self.0.validated()
    }
}

/// Found on `Sending<T>` when there is no validator: an inherent method comes before one of a trait.
pub trait SendsUnchecked<T> {
    /// The parameter as it is.
    fn checked(self) -> T;
}

impl<T> SendsUnchecked<T> for Sending<T> {
    fn checked(self) -> T {
        self.0
    }
}
