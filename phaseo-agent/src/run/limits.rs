//! When a run ends without an answer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::FinishReason;

use super::state::Frame;
use super::stop::Stop;
use super::turn::Turn;

/// When a run ends without an answer: before the first question to the model that would go beyond
/// any of these. An answer that is valid is an answer, also in the step that meets a limit.
///
/// Tokens, cost and time are those of the whole run: one that they have stopped is stopped again,
/// unless it is resumed under others ([`Resume::stop_when`](crate::Resume::stop_when)). One that a
/// tool call or a finish reason has stopped goes on with the next user turn
/// ([`Resume::say`](crate::Resume::say)).
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
    tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_nanos: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    finish_reasons: Vec<FinishReason>,
    /// Code is not kept in a log.
    #[serde(skip)]
    conditions: Vec<Condition>,
}

/// A condition of the app's; the reason if it is met.
#[derive(Clone)]
struct Condition(Arc<Met>);

type Met = dyn Fn(&Turn<'_>) -> Option<String> + Send + Sync;

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
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

    /// When this condition is met; it gives the reason. It should be quick, and look at nothing
    /// but what it is given. If it panics the run ends, with that as the reason. Given for one run
    /// ([`Start::stop_when`](crate::Start::stop_when)) it does not outlive the process: code is not
    /// kept in a log.
    pub fn condition<F>(mut self, condition: F) -> Self
    where
        F: Fn(&Turn<'_>) -> Option<String> + Send + Sync + 'static,
    {
        self.conditions.push(Condition(Arc::new(condition)));
        self
    }

    /// The limit that an agent has met, if any, before its next question to the model.
    pub(super) fn met_by(&self, turn: &Turn<'_>) -> Option<Stop> {
        let frame = turn.frame();
        self.spent_by(frame)
            .or_else(|| self.step_meets(frame))
            .or_else(|| self.condition_met(turn))
    }

    /// The limit of tokens, cost or time that `frame` and what lies in it has met.
    pub(super) fn spent_by(&self, frame: &Frame) -> Option<Stop> {
        let usage = frame.usage();
        if let Some(limit) = self.tokens.filter(|limit| usage.total_tokens >= *limit) {
            return Some(Stop::MaxTokens { limit });
        }
        let cost = usage.cost_nanos.unwrap_or_default();
        if let Some(limit_nanos) = self.cost_nanos.filter(|limit| cost >= *limit) {
            return Some(Stop::MaxCost { limit_nanos });
        }
        let limit_ms = self
            .duration_ms()
            .filter(|limit| frame.active_ms() >= *limit)?;
        Some(Stop::MaxDuration { limit_ms })
    }

    /// The limit of time, in milliseconds.
    pub(super) fn duration_ms(&self) -> Option<u64> {
        self.duration_ms
    }

    /// The names in [`tool_call`](Self::tool_call).
    pub(crate) fn tool_names(&self) -> &[String] {
        &self.tools
    }

    fn step_meets(&self, frame: &Frame) -> Option<Stop> {
        // What ended a user turn does not end the next one.
        let step = frame.turn().last()?;
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

    fn condition_met(&self, turn: &Turn<'_>) -> Option<Stop> {
        let met = |condition: &Condition| {
            catch_unwind(AssertUnwindSafe(|| (condition.0)(turn)))
                .unwrap_or_else(|_| Some("the condition panicked".to_owned()))
        };
        let reason = self.conditions.iter().find_map(met)?;
        Some(Stop::Condition { reason })
    }
}
