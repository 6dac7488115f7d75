//! Limits that are met.

use crate::run::limits::Limits;
use crate::run::rules::Rules;
use crate::run::state::Frame;
use crate::run::step::Step;
use crate::run::stop::Stop;
use crate::run::turn::Turn;

use super::Machine;

impl Machine {
    /// The limits of the agent of this frame, as they are for this run.
    pub(super) fn limits(&self, at: usize) -> Option<&Limits> {
        let own = self.rules(at).map(|rules| &rules.limits);
        self.state.frames()[at].overrides().limits.as_ref().or(own)
    }

    /// The limit of tokens, cost or time of this frame's agent that is met.
    pub(super) fn spent(&self, at: usize) -> Option<Stop> {
        spent(self.limits(at)?, &self.state.frames()[at])
    }

    /// The limit that is met before a question of this frame.
    pub(super) fn limit_met(&self, at: usize, rules: &Rules) -> Option<Stop> {
        let frame = &self.state.frames()[at];
        if let Some(stop) = &self.threads[at].interrupted {
            return Some(stop.clone());
        }
        let mut outer = self.state.lineage(at).skip(1);
        if let Some(stop) = outer.find_map(|at| self.spent(at)) {
            return Some(stop);
        }
        // Before the first question nothing of its own is spent, whatever the limit says.
        frame.last_step()?;
        if frame.open_step().is_some() {
            return self.spent(at);
        }
        let turn = frame.turn();
        let limit = frame.overrides().max_steps.unwrap_or(rules.max_steps);
        if turn.len() >= limit as usize {
            return Some(Stop::MaxSteps { limit });
        }
        self.spent(at)
            .or_else(|| ended_by(self.limits(at)?, turn.last()?))
            .or_else(|| self.condition_met(frame, rules))
            .or_else(|| rounds(turn, rules.loop_guard?))
    }

    fn condition_met(&self, frame: &Frame, rules: &Rules) -> Option<Stop> {
        let turn = Turn::of(&self.state, frame);
        let mut conditions = rules.conditions.iter();
        let reason = conditions.find_map(|condition| condition.met(&turn))?;
        Some(Stop::Condition { reason })
    }

    /// When the next limit of time is met, of this agent's or of one that it works for: in how many
    /// milliseconds.
    pub(super) fn deadline(&self, at: usize) -> Option<(u64, Stop)> {
        if self.state.frames()[at].last_turn().is_some() {
            return None;
        }
        let last = self.state.entries().last();
        let since = last.map_or(0, |last| self.now.saturating_sub(last.at));
        let limits = self.state.lineage(at).filter_map(|at| {
            let limit_ms = self.limits(at)?.duration_ms?;
            let active = self.state.frames()[at].active_ms() + since;
            let stop = Stop::MaxDuration { limit_ms };
            Some((limit_ms.saturating_sub(active), stop))
        });
        limits.min_by_key(|(left, _)| *left)
    }
}

/// The limit of tokens, cost or time that an agent and what works for it have met.
fn spent(limits: &Limits, frame: &Frame) -> Option<Stop> {
    let usage = frame.usage();
    let tokens = limits.tokens.filter(|limit| usage.total_tokens >= *limit);
    if let Some(limit) = tokens {
        return Some(Stop::MaxTokens { limit });
    }
    let cost = usage.cost_nanos.unwrap_or_default();
    if let Some(limit_nanos) = limits.cost_nanos.filter(|limit| cost >= *limit) {
        return Some(Stop::MaxCost { limit_nanos });
    }
    let duration = limits.duration_ms;
    let limit_ms = duration.filter(|limit| frame.active_ms() >= *limit)?;
    Some(Stop::MaxDuration { limit_ms })
}

/// The tool call or the finish reason of the last step of a user turn that ends it. What ended one
/// user turn does not end the next.
fn ended_by(limits: &Limits, step: &Step) -> Option<Stop> {
    let called = |name: &&String| step.calls.iter().any(|call| call.name() == **name);
    if let Some(name) = limits.tools.iter().find(called) {
        return Some(Stop::ToolCall { name: name.clone() });
    }
    let finish = &step.response.as_ref()?.finish;
    let mut reasons = limits.finish_reasons.iter();
    let reason = reasons.find(|reason| *reason == finish)?.clone();
    Some(Stop::FinishReason { reason })
}

/// Whether the last `guard` steps of a user turn asked for the same calls.
fn rounds(turn: &[Step], guard: u32) -> Option<Stop> {
    let last = turn.last().filter(|step| !step.calls.is_empty())?;
    let same = turn.iter().rev().take_while(|step| step.repeats(last));
    (same.count() >= guard.max(1) as usize).then_some(Stop::Loop { rounds: guard })
}
