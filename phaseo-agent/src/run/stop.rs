//! Why a run ended without an answer.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::FinishReason;
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
    /// The limit of tokens was reached.
    MaxTokens {
        /// The limit.
        limit: u64,
    },
    /// The limit of cost was reached.
    MaxCost {
        /// The limit, in billionths of a US dollar.
        limit_nanos: u64,
    },
    /// The limit of time was reached.
    MaxDuration {
        /// The limit, in milliseconds.
        limit_ms: u64,
    },
    /// The model called a tool that ends the run.
    ToolCall {
        /// The tool's name.
        name: String,
    },
    /// An answer ended for a reason that ends the run.
    FinishReason {
        /// The reason.
        reason: FinishReason,
    },
    /// The model asked for the same calls with the same arguments again and again.
    Loop {
        /// In how many steps in a row.
        rounds: u32,
    },
    /// A condition of the app's was met.
    Condition {
        /// The reason that it gave.
        reason: String,
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
            Self::MaxTokens { limit } => write!(f, "the limit of {limit} tokens was reached"),
            Self::MaxCost { limit_nanos } => {
                let (dollars, nanos) = (limit_nanos / 1_000_000_000, limit_nanos % 1_000_000_000);
                let cents = format!("{nanos:09}");
                let cents = cents.trim_end_matches('0');
                write!(f, "the limit of ${dollars}.{cents:0<2} was reached")
            }
            Self::MaxDuration { limit_ms } => {
                let limit = Duration::from_millis(*limit_ms);
                write!(f, "the limit of {limit:?} was reached")
            }
            Self::ToolCall { name } => write!(f, "the tool `{name}` was called"),
            Self::FinishReason { reason } => write!(f, "the model finished with {reason:?}"),
            Self::Loop { rounds } => {
                write!(f, "the same calls came {rounds} times in a row")
            }
            Self::Condition { reason } => write!(f, "a condition was met: {reason}"),
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
