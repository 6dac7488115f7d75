//! When a run ends without an answer.

use std::time::Duration;

use crate::model::FinishReason;

use super::state::State;
use super::stop::Stop;

/// When a run ends without an answer: before the first question to the model that would go beyond
/// any of these. An answer that is valid is an answer, also in the step that meets a limit.
///
/// Tokens, cost and time are those of the whole run: one that they have stopped is stopped again. One
/// that a tool call or a finish reason has stopped goes on with the next user turn
/// ([`Resume::say`](crate::Resume::say)).
///
/// ```
/// use std::time::Duration;
/// use phaseo_agent::run::Limits;
///
/// let limits = Limits::new().tokens(200_000).cost(2.0).duration(Duration::from_secs(60));
/// # let _ = limits;
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Limits {
    tokens: Option<u64>,
    cost_nanos: Option<u64>,
    duration: Option<Duration>,
    tools: Vec<String>,
    finish_reasons: Vec<FinishReason>,
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
        self.duration = Some(limit);
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

    /// The limit that `state` has met, if any.
    pub(super) fn met_by(&self, state: &State) -> Option<Stop> {
        let usage = state.usage();
        let last = state.last_step();
        if let Some(limit) = self.tokens.filter(|limit| usage.total_tokens >= *limit) {
            return Some(Stop::MaxTokens { limit });
        }
        let cost = usage.cost_nanos.unwrap_or_default();
        if let Some(limit_nanos) = self
            .cost_nanos
            .filter(|limit| cost >= *limit && last.is_some())
        {
            return Some(Stop::MaxCost { limit_nanos });
        }
        let limit = self
            .duration
            .map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
        if let Some(limit_ms) = limit.filter(|limit| state.active_ms() >= *limit && last.is_some())
        {
            return Some(Stop::MaxDuration { limit_ms });
        }
        // What ended a user turn does not end the next one.
        let step = state.turn().last()?;
        let called = |name: &&String| step.calls.iter().any(|call| call.name() == **name);
        if let Some(name) = self.tools.iter().find(called) {
            return Some(Stop::ToolCall { name: name.clone() });
        }
        let finish = &step.response.as_ref()?.finish;
        let reason = self
            .finish_reasons
            .iter()
            .find(|reason| *reason == finish)?;
        Some(Stop::FinishReason {
            reason: reason.clone(),
        })
    }
}
