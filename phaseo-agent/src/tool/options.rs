//! What a tool's attribute says about it.

use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Deserialize, Serialize};

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
    pub max_concurrency: Option<NonZeroUsize>,
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

    /// The names of the options that are set here and that this version cannot honour.
    pub(crate) fn not_honoured(&self) -> Vec<&'static str> {
        let options = [
            ("approval", self.approval == Gate::Predicate),
            ("max_retries", self.max_retries.is_some()),
            ("streaming", self.kind == Kind::Streaming),
            ("interactive", self.kind == Kind::Interactive),
            ("sequential", self.sequential),
            ("max_concurrency", self.max_concurrency.is_some()),
            ("max_output_chars", self.max_output_chars.is_some()),
            ("next_turn", self.next_turn.is_some()),
            ("strict", self.strict.is_some()),
        ];
        options
            .into_iter()
            .filter_map(|(name, set)| set.then_some(name))
            .collect()
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

/// What a successful call changes for the next request, and only for that one.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NextTurn {
    /// The model to ask.
    pub model: Option<String>,
    /// The instructions to give.
    pub instructions: Option<String>,
    /// How varied the wording is.
    pub temperature: Option<f64>,
    /// The share of the probability mass to choose from.
    pub top_p: Option<f64>,
    /// The most tokens that the answer may have.
    pub max_output_tokens: Option<u32>,
    /// The names of the tools to offer.
    pub tools: Option<Vec<String>>,
}
