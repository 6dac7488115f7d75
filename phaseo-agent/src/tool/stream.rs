//! What a streaming tool gives: its progress on the way, its output at the end.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, Stream};

use super::error::ToolError;
use super::progress::Progress;
use super::update::{self, Update};

/// The work of a streaming tool, which gives progress values `P` on the way and the output `T` at the
/// end. Nothing happens before it is run.
///
/// `#[tool(streaming)]` makes one of a function's body, in which `emit!(value)` sends a progress
/// value. A test that calls the function collects what it gives:
///
/// ```
/// use phaseo_agent::prelude::*;
///
/// /// Count to a number.
/// #[tool(streaming)]
/// async fn count(to: u32) -> ToolStream<u32, String> {
///     for number in 1..=to {
///         emit!(number);
///     }
///     Ok(format!("counted to {to}"))
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let (progress, output) = count(3).await.collect().await;
/// assert_eq!(progress, [1, 2, 3]);
/// assert_eq!(output?, "counted to 3");
/// # Ok::<(), ToolError>(())
/// # }).unwrap();
/// ```
#[must_use = "nothing happens before it is run"]
pub struct ToolStream<P, T>(Box<dyn FnOnce(Progress<P>) -> Working<T> + Send>);

type Working<T> = BoxFuture<'static, Result<T, ToolError>>;

impl<P, T> ToolStream<P, T> {
    /// Work that sends its progress values to what it is given.
    pub fn new<E, F, Fut>(work: F) -> Self
    where
        E: Into<ToolError>,
        F: FnOnce(Progress<P>) -> Fut + Send + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
    {
        Self(Box::new(|progress| {
            work(progress)
                .map(|returned| returned.map_err(Into::into))
                .boxed()
        }))
    }

    /// What a stream gives that was written by hand: see [`Update`].
    pub fn of<E, S>(updates: S) -> Self
    where
        P: Send + 'static,
        T: Send + 'static,
        E: Into<ToolError>,
        S: Stream<Item = Result<Update<P, T>, E>> + Send + 'static,
    {
        Self::new(|progress| async move { update::last(updates, &progress).await })
    }

    /// Does the work.
    ///
    /// # Errors
    /// What the tool failed with, or a progress value that is not valid.
    ///
    /// # Cancel safety
    /// If the future is dropped, the work ends where it stands.
    pub async fn run(self, progress: Progress<P>) -> Result<T, ToolError> {
        (self.0)(progress).await
    }

    /// Does the work, and gives the progress values that it sent beside what it came to; for tests.
    pub async fn collect(self) -> (Vec<P>, Result<T, ToolError>)
    where
        P: Send + 'static,
    {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let output = self.run(Progress::into_list(Arc::clone(&sent))).await;
        let sent = std::mem::take(&mut *sent.lock().unwrap_or_else(PoisonError::into_inner));
        (sent, output)
    }
}

impl<P, T> fmt::Debug for ToolStream<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolStream").finish_non_exhaustive()
    }
}

/// Sends a progress value, in the body of a tool under [`#[tool(streaming)]`](macro@crate::tool): the value is
/// of the type `P` of its [`ToolStream<P, T>`](crate::tool::ToolStream). It waits as long as the reader is behind, and
/// can stand wherever one can await: in loops, in `select!`, in arguments of `?`. A value that is not valid
/// ends the tool where it is sent.
///
/// ```
/// use phaseo_agent::prelude::*;
///
/// /// Read some files.
/// #[tool(streaming)]
/// async fn read_all(paths: Vec<String>) -> ToolStream<String, usize> {
///     let mut letters = 0;
///     for path in paths {
///         emit!(format!("reading {path}"));
///         letters += std::fs::read_to_string(&path)?.len();
///     }
///     Ok(letters)
/// }
/// ```
#[macro_export]
macro_rules! emit {
    ($($value:tt)*) => {
        ::core::compile_error!(
            "`emit!` sends progress in the body of a tool under `#[tool(streaming)]`"
        )
    };
}
