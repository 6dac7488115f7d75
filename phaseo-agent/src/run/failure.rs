//! Why a run or a call failed, as the log keeps it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::tool::Severity;

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Failure {
    /// Where it came from.
    pub origin: FailureOrigin,
    /// What went wrong, with its causes. For people, not for models.
    pub detail: String,
}

impl Failure {
    /// A failure of the model.
    #[must_use]
    pub fn model(detail: impl Into<String>) -> Self {
        Self {
            origin: FailureOrigin::Model,
            detail: detail.into(),
        }
    }
}

impl Failure {
    /// A failure of a function of the agent's own.
    #[must_use]
    pub fn agent(detail: impl Into<String>) -> Self {
        Self {
            origin: FailureOrigin::Agent,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            FailureOrigin::Agent => write!(f, "the agent's own function failed: {}", self.detail),
            FailureOrigin::Model => write!(f, "the model call failed: {}", self.detail),
            FailureOrigin::Tool { name, call } => {
                write!(f, "the tool `{name}` failed (call {call}): {}", self.detail)
            }
        }
    }
}

/// Where a [`Failure`] came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureOrigin {
    /// A model call.
    Model,
    /// A function of the agent's own, that says what a question has.
    Agent,
    /// A tool call.
    Tool {
        /// The tool's name.
        name: String,
        /// The call's id.
        call: String,
    },
}

/// Why one tool call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallFailure {
    /// What the model is told, if it is told.
    pub told: String,
    /// The same with its causes, for people.
    pub detail: String,
    /// What the failure asks for.
    pub severity: Severity,
}

impl CallFailure {
    /// A failure that is treated by policy and has no causes to hide.
    #[must_use]
    pub fn new(told: impl Into<String>) -> Self {
        let told = told.into();
        Self {
            detail: told.clone(),
            told,
            severity: Severity::Policy,
        }
    }

    /// The same failure with another text for people.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }
}

impl From<crate::tool::ToolError> for CallFailure {
    fn from(error: crate::tool::ToolError) -> Self {
        Self {
            told: error.to_string(),
            detail: error.detail(),
            severity: error.severity(),
        }
    }
}
