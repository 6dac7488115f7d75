//! What a tool's attribute says about it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::next_turn::NextTurn;

/// The options of a tool. A field stands for each option of `#[tool]` that is a value; one
/// whose field is not at its default but that this version cannot honour is refused by
/// [`AgentBuilder::build`](crate::AgentBuilder::build).
///
/// ```
/// use phaseo_agent::tool::{OnError, Options};
/// use std::time::Duration;
///
/// const OPTIONS: Options = Options::new().timeout(Duration::from_secs(3)).on_error(OnError::ReturnToModel);
/// assert_eq!(OPTIONS.timeout, Some(Duration::from_secs(3)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// How long one execution may take; queue time does not count. `None` is no limit.
    pub timeout: Option<Duration>,
    /// Who decides whether a call runs.
    pub approval: Gate,
    /// What a failure does to the run; `None` takes the agent's policy.
    pub on_error: Option<OnError>,
    /// Steps in a row in which the tool only failed, and was handed back to the model, before its
    /// next failure ends the run; `None` is 2.
    pub max_retries: Option<u32>,
    /// Who executes the tool, and how.
    pub kind: Kind,
    /// Whether running it twice does no harm: a call in doubt after a crash is run again with the
    /// same idempotency key.
    pub idempotent: bool,
    /// Whether it runs alone in its step.
    pub sequential: bool,
    /// How many calls of it may run at once.
    pub max_concurrency: Option<usize>,
    /// How many characters of its output the model gets to read.
    pub max_output_chars: Option<usize>,
    /// What a successful call changes for the next request.
    pub next_turn: Option<NextTurn>,
    /// Whether the provider is to enforce the input schema.
    pub strict: Option<bool>,
}

impl Options {
    /// All defaults.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            timeout: None,
            approval: Gate::Open,
            on_error: None,
            max_retries: None,
            kind: Kind::Automatic,
            idempotent: false,
            sequential: false,
            max_concurrency: None,
            max_output_chars: None,
            next_turn: None,
            strict: None,
        }
    }

    /// Limits the time of one execution.
    #[must_use]
    pub const fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// Makes every call wait for a person's approval.
    #[must_use]
    pub const fn require_approval(mut self) -> Self {
        self.approval = Gate::Always;
        self
    }

    /// Leaves the work to somebody outside the run, who supplies the output.
    #[must_use]
    pub const fn manual(mut self) -> Self {
        self.kind = Kind::Manual;
        self
    }

    /// Sets what a failure does to the run.
    #[must_use]
    pub const fn on_error(mut self, policy: OnError) -> Self {
        self.on_error = Some(policy);
        self
    }

    /// Says that running the tool twice with the same idempotency key does no harm.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// Sets in how many steps in a row the tool may fail, and be handed back to the model, before
    /// its next failure ends the run.
    #[must_use]
    pub const fn max_retries(mut self, most: u32) -> Self {
        self.max_retries = Some(most);
        self
    }

    /// Makes it run alone in its step.
    #[must_use]
    pub const fn sequential(mut self) -> Self {
        self.sequential = true;
        self
    }

    /// Limits how many calls of it run at once.
    #[must_use]
    pub const fn max_concurrency(mut self, most: usize) -> Self {
        self.max_concurrency = Some(most);
        self
    }

    /// Limits how many characters of its output the model gets to read.
    #[must_use]
    pub const fn max_output_chars(mut self, most: usize) -> Self {
        self.max_output_chars = Some(most);
        self
    }

    /// Sets what a successful call changes for the next request. What an execution sets wins.
    #[must_use]
    pub fn next_turn(mut self, next: NextTurn) -> Self {
        self.next_turn = Some(next);
        self
    }

    /// Lets the tool hand a call over to a person.
    #[must_use]
    pub const fn interactive(mut self) -> Self {
        self.kind = Kind::Interactive;
        self
    }

    /// Says that it gives progress values on the way.
    #[must_use]
    pub const fn streaming(mut self) -> Self {
        self.kind = Kind::Streaming;
        self
    }

    /// Lets the tool decide which calls wait for a person's approval.
    #[must_use]
    pub const fn approval_by_rule(mut self) -> Self {
        self.approval = Gate::Predicate;
        self
    }

    /// The names of the options that are set here and that this version cannot honour.
    pub(crate) fn not_honoured(&self) -> Vec<&'static str> {
        self.strict.map(|_| "strict").into_iter().collect()
    }
}

/// Who decides whether a call runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gate {
    /// Nobody: it runs.
    #[default]
    Open,
    /// A person, for every call.
    Always,
    /// The tool looks at the input, and a person decides if it asks.
    Predicate,
}

/// What the failure of a tool call does to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// The run fails. The default.
    #[default]
    FailRun,
    /// The model reads the error and goes on.
    ReturnToModel,
}

/// Who executes a tool, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The runtime, at once.
    #[default]
    Automatic,
    /// The runtime, with progress values on the way.
    Streaming,
    /// A person or another system, outside the run.
    Manual,
    /// The runtime first; it may hand over to a person.
    Interactive,
}
