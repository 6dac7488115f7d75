//! The one error of the crate.

use std::fmt;

use crate::run::{DecisionError, Failure, LogError, State};
use crate::schema::Issue;
use crate::store::StoreError;
use crate::tool::ToolError;

/// What went wrong, with the run as far as it came.
///
/// No error drops a run: [`run`](Self::run) has its transcript, steps and usage, and a run that
/// failed can be taken up again with [`Agent::resume`](crate::Agent::resume). `Display` says its
/// own level; [`source`](std::error::Error::source) has the cause.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    run: Option<State>,
}

/// `Result` with [`Error`] unless told otherwise.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Where an [`Error`] came from.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The agent cannot be built; every problem is named.
    Build(Vec<String>),
    /// The input of the run is not valid.
    Input(Vec<Issue>),
    /// The agent's own function failed, before the run began.
    Prompt(ToolError),
    /// A function of the agent's own that says what a question has failed.
    Agent(Failure),
    /// What is said of this run alone cannot be; every problem is named.
    Overrides(Vec<String>),
    /// The client cannot be built.
    #[cfg(feature = "client")]
    Client(crate::client::ClientError),
    /// The model did not answer.
    Model(crate::model::ModelError),
    /// A tool failed, or the model called one that cannot run.
    Tool(Failure),
    /// The log could not be saved or read. What was not saved is in
    /// [`State::unsaved`].
    Store(StoreError),
    /// The stored log does not hold together.
    Log(LogError),
    /// There is no such run.
    UnknownRun(String),
    /// The run belongs to another agent.
    OtherAgent {
        /// The agent whose run it is.
        run: String,
        /// The agent that was asked to resume it.
        asked: String,
    },
    /// A decision cannot be taken; nothing was changed.
    Decision(DecisionError),
    /// A fault of this crate.
    Internal(String),
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, run: None }))
    }

    pub(crate) fn with_run(mut self, run: State) -> Self {
        self.0.run = Some(run);
        self
    }

    /// Where it came from.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The run as far as it came: transcript, steps, usage. `None` if none had begun.
    #[must_use]
    pub fn run(&self) -> Option<&State> {
        self.0.run.as_ref()
    }

    /// The run's id. `None` if none had begun.
    #[must_use]
    pub fn run_id(&self) -> Option<&str> {
        self.run().map(State::run_id)
    }

    /// Whether the same may succeed a little later: resume the run then, or start it again if nothing
    /// of it was saved ([`State::unsaved`] begins with its first entry).
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self.kind() {
            ErrorKind::Model(error) => error.is_retryable(),
            ErrorKind::Store(error) => {
                matches!(error, StoreError::Backend(_) | StoreError::Leased { .. })
            }
            _ => false,
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("run", &self.0.run)
            .finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ErrorKind::Build(problems) => {
                write!(f, "the agent cannot be built: {}", problems.join("; "))
            }
            ErrorKind::Input(issues) => {
                write!(f, "the input is not valid: {}", Issue::join(issues))
            }
            ErrorKind::Agent(failure) => failure.fmt(f),
            ErrorKind::Overrides(problems) => {
                write!(
                    f,
                    "the run cannot be as it is asked for: {}",
                    problems.join("; ")
                )
            }
            ErrorKind::Prompt(_) => f.write_str("the agent's function failed"),
            #[cfg(feature = "client")]
            ErrorKind::Client(_) => f.write_str("the client cannot be built"),
            ErrorKind::Model(_) => f.write_str("the model call failed"),
            ErrorKind::Tool(failure) => failure.fmt(f),
            ErrorKind::Store(_) => f.write_str("the run could not be saved or read"),
            ErrorKind::Log(_) => f.write_str("the run's log cannot be used"),
            ErrorKind::UnknownRun(run) => write!(f, "there is no run `{run}`"),
            ErrorKind::OtherAgent { run, asked } => {
                write!(f, "the run belongs to the agent `{run}`, not to `{asked}`")
            }
            ErrorKind::Decision(_) => f.write_str("the decision cannot be taken"),
            ErrorKind::Internal(fault) => write!(f, "a fault of phaseo-agent: {fault}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ErrorKind::Prompt(error) => Some(error.as_error()),
            #[cfg(feature = "client")]
            ErrorKind::Client(error) => Some(error),
            ErrorKind::Model(error) => Some(error),
            ErrorKind::Store(error) => Some(error),
            ErrorKind::Log(error) => Some(error),
            ErrorKind::Decision(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(feature = "client")]
impl From<crate::client::ClientError> for Error {
    fn from(error: crate::client::ClientError) -> Self {
        Self::new(ErrorKind::Client(error))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::new(ErrorKind::Store(error))
    }
}
