//! Why a run ended without an answer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::schema::Issue;

/// Why a run ended without an answer, with what the model last said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stop {
    /// The limit of steps was reached.
    MaxSteps {
        /// The limit.
        limit: u32,
    },
    /// The model refused.
    Refusal {
        /// Its words.
        text: String,
    },
    /// A filter cut the answer.
    ContentFilter {
        /// What was left of it.
        text: String,
    },
    /// The output limit cut the answer.
    OutputLimit {
        /// What was left of it.
        text: String,
    },
    /// The answer is not of the type that was asked for.
    UnusableAnswer {
        /// The answer.
        text: String,
        /// What is wrong with it.
        issues: Vec<Issue>,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxSteps { limit } => write!(f, "the limit of {limit} steps was reached"),
            Self::Refusal { text } => write!(f, "the model refused: {text}"),
            Self::ContentFilter { .. } => f.write_str("a content filter cut the answer"),
            Self::OutputLimit { .. } => f.write_str("the output limit cut the answer"),
            Self::UnusableAnswer { issues, .. } => {
                write!(
                    f,
                    "the answer is not of the type asked for: {}",
                    Issue::join(issues)
                )
            }
        }
    }
}
