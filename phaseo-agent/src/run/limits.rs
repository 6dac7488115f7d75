//! When a run ends without an answer.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::FinishReason;

/// When a run ends without an answer: before the first question to the model that would go beyond
/// any of these. An answer that is valid is an answer, also in the step that meets a limit.
///
/// Tokens, cost and time are those of the whole run: one that they have stopped is stopped again,
/// unless it is resumed under others ([`Resume::stop_when`](crate::Resume::stop_when)). One that a
/// tool call or a finish reason has stopped goes on with the next user turn
/// ([`Resume::say`](crate::Resume::say)). Conditions in code are
/// [`AgentBuilder::stop_if`](crate::AgentBuilder::stop_if).
///
/// ```
/// use std::time::Duration;
/// use phaseo_agent::run::Limits;
///
/// let limits = Limits::new().tokens(200_000).cost(2.0).duration(Duration::from_secs(60));
/// # let _ = limits;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[must_use]
pub struct Limits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cost_nanos: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) duration_ms: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) finish_reasons: Vec<FinishReason>,
}

impl Limits {
    /// No limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// When its model calls have used so many tokens, input and output.
    pub fn tokens(mut self, limit: u64) -> Self {
        self.tokens = Some(limit);
        self
    }

    /// When its model calls have cost so many US dollars, where the endpoint says what they cost. A
    /// negative limit, or one that is not a number, is 0.
    pub fn cost(mut self, dollars: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the cast saturates, which is what is meant"
        )]
        let nanos = (dollars * 1e9).round() as u64;
        self.cost_nanos = Some(nanos);
        self
    }

    /// When it has gone on for so long. The time that it waits for people, or lies idle after a
    /// crash, does not count.
    pub fn duration(mut self, limit: Duration) -> Self {
        self.duration_ms = Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
        self
    }

    /// When the model has called this tool and the call is settled.
    pub fn tool_call(mut self, name: impl Into<String>) -> Self {
        self.tools.push(name.into());
        self
    }

    /// When an answer ended for this reason.
    pub fn finish_reason(mut self, reason: FinishReason) -> Self {
        self.finish_reasons.push(reason);
        self
    }

    /// The names in [`tool_call`](Self::tool_call).
    pub(crate) fn tool_names(&self) -> &[String] {
        &self.tools
    }
}
