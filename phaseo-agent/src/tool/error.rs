//! How a tool fails.

use std::error::Error;
use std::fmt;

use super::classified::{classify, with_causes};
use super::severity::Severity;

/// The failure of a tool.
///
/// It does not implement [`std::error::Error`], so that `?` turns any error into one. The model is
/// told the error's own `Display`; the log also keeps the chain of its causes. A tool that fails with
/// errors of another type, such as `anyhow`'s, says what a failure asks for with a
/// [`RetryError`](super::RetryError) or a [`FatalError`](super::FatalError) among the causes.
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
    /// What the model is told where that is not the error's own `Display`.
    told: Option<String>,
    source: Box<dyn Error + Send + Sync>,
}

impl ToolError {
    /// Asks the model for better arguments, whatever the policy. `message` is what it reads.
    #[must_use]
    pub fn retry(message: impl fmt::Display) -> Self {
        Self {
            severity: Severity::Retry,
            told: None,
            source: message.to_string().into(),
        }
    }

    /// Ends the run, whatever the policy.
    #[must_use]
    pub fn fatal(message: impl fmt::Display) -> Self {
        Self {
            severity: Severity::Fatal,
            told: None,
            source: message.to_string().into(),
        }
    }

    /// Says that it is `what`, such as the output, that is not valid.
    pub(super) fn not_valid(self, what: &'static str) -> Self {
        Self {
            severity: self.severity,
            told: None,
            source: Box::new(NotValid {
                what,
                told: self.to_string(),
                source: self.source,
            }),
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
        match &self.told {
            Some(told) => f.write_str(told),
            None => self.source.fmt(f),
        }
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
        let source = error.into();
        let (severity, told) = classify(&*source).unwrap_or((Severity::Policy, None));
        Self {
            severity,
            told,
            source,
        }
    }
}

/// What a validator said of a value. It says that by itself, so that its causes are the causes of
/// what it was made of.
#[derive(Debug)]
struct NotValid {
    what: &'static str,
    told: String,
    source: Box<dyn Error + Send + Sync>,
}

impl Error for NotValid {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.source()
    }
}

impl fmt::Display for NotValid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not valid: {}", self.what, self.told)
    }
}
