//! Errors that say what they ask for, for tools whose error type is anybody's.

use std::error::Error;
use std::fmt;

use super::severity::Severity;

/// Asks the model for better arguments, whatever the policy: [`ToolError::retry`] as an error that
/// `anyhow` and other error types can carry. It is found anywhere in an error's chain of causes, and
/// its message is what the model reads. Only as the context that anyhow puts over another error it is
/// not found, since that is no cause: make it the error.
///
/// ```
/// use phaseo_agent::tool::{RetryError, Severity, ToolError};
///
/// fn port(port: u16) -> anyhow::Result<u16> {
///     if port < 1024 {
///         anyhow::bail!(RetryError::new("choose a port from 1024"));
///     }
///     Ok(port)
/// }
/// let error = ToolError::from(port(80).unwrap_err());
/// assert_eq!(error.severity(), Severity::Retry);
/// assert_eq!(error.to_string(), "choose a port from 1024");
/// ```
///
/// [`ToolError::retry`]: super::ToolError::retry
#[derive(Clone, PartialEq, Eq)]
pub struct RetryError(String);

/// Ends the run, whatever the policy: [`ToolError::fatal`] as an error that `anyhow` and other error
/// types can carry. It is found anywhere in an error's chain of causes.
///
/// ```
/// use phaseo_agent::tool::{FatalError, Severity, ToolError};
///
/// let error = anyhow::Error::from(FatalError::new("the disk is gone")).context("saving failed");
/// assert_eq!(ToolError::from(error).severity(), Severity::Fatal);
/// ```
///
/// [`ToolError::fatal`]: super::ToolError::fatal
#[derive(Clone, PartialEq, Eq)]
pub struct FatalError(String);

impl RetryError {
    /// An error with this message, which the model reads.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl FatalError {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl Error for RetryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&Mark::Retry)
    }
}

impl Error for FatalError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&Mark::Fatal)
    }
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for FatalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RetryError").field(&self.0).finish()
    }
}

impl fmt::Debug for FatalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FatalError").field(&self.0).finish()
    }
}

/// The cause of a classified error. A box such as anyhow's hides the type of the error in it, but
/// not that of its cause.
#[derive(Debug)]
enum Mark {
    Retry,
    Fatal,
}

impl Error for Mark {}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Retry => "the model may try again",
            Self::Fatal => "the run cannot go on",
        })
    }
}

/// What the first classified error in a chain asks for, and the words of a [`RetryError`] if it can
/// be seen.
pub(super) fn classify(error: &(dyn Error + 'static)) -> Option<(Severity, Option<String>)> {
    chain(error).find_map(|error| {
        if let Some(RetryError(told)) = error.downcast_ref() {
            return Some((Severity::Retry, Some(told.clone())));
        }
        if error.is::<FatalError>() {
            return Some((Severity::Fatal, None));
        }
        Some(match error.downcast_ref()? {
            Mark::Retry => (Severity::Retry, None),
            Mark::Fatal => (Severity::Fatal, None),
        })
    })
}

/// An error with its causes in one line. What marks a classified error is no cause.
pub(super) fn with_causes(error: &(dyn Error + 'static)) -> String {
    let lines: Vec<_> = chain(error)
        .filter(|error| !error.is::<Mark>())
        .map(ToString::to_string)
        .collect();
    lines.join(": ")
}

fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| {
        (*error).source()
    })
}
