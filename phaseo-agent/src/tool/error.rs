//! How a tool fails.

use std::error::Error;
use std::fmt;

use crate::causes::with_causes;

/// The failure of a tool.
///
/// It does not implement [`std::error::Error`], so that `?` turns any error into one. The model is
/// told the error's own `Display`; the log also keeps the chain of its causes.
///
/// ```
/// use phaseo_agent::ToolError;
///
/// fn port(text: &str) -> Result<u16, ToolError> {
///     let port: u16 = text.parse()?;
///     if port < 1024 {
///         return Err(ToolError::retry("choose a port from 1024"));
///     }
///     Ok(port)
/// }
/// assert_eq!(port("80").unwrap_err().to_string(), "choose a port from 1024");
/// ```
pub struct ToolError {
    severity: Severity,
    source: Box<dyn Error + Send + Sync>,
}

/// What a failure asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// What the tool's or the agent's `on_error` says.
    Policy,
    /// The model is asked for better arguments, whatever the policy.
    Retry,
    /// The run ends, whatever the policy.
    Fatal,
}

impl ToolError {
    /// Asks the model for better arguments, whatever the policy. `message` is what it reads.
    #[must_use]
    pub fn retry(message: impl fmt::Display) -> Self {
        Self {
            severity: Severity::Retry,
            source: message.to_string().into(),
        }
    }

    /// Ends the run, whatever the policy.
    #[must_use]
    pub fn fatal(message: impl fmt::Display) -> Self {
        Self {
            severity: Severity::Fatal,
            source: message.to_string().into(),
        }
    }

    /// What the failure asks for.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The error that it was made of.
    #[must_use]
    pub fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.source
    }

    /// The error with the chain of its causes, for the log.
    #[must_use]
    pub fn detail(&self) -> String {
        with_causes(&*self.source)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("severity", &self.severity)
            .field("source", &self.source)
            .finish()
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self {
            severity: Severity::Policy,
            source: error.into(),
        }
    }
}
