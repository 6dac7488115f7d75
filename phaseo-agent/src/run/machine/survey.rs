//! Which agents of a run are at work.

use crate::run::state::Status;
use crate::run::step::{Call, CallPhase, ReviewVerdict};

use super::Machine;

/// Which agents of a run are at work, by the index of their frame.
#[derive(Debug)]
pub(super) struct Survey {
    /// It is running, and nothing that it lies in ends.
    pub(super) at_work: Vec<bool>,
    /// A call ends it.
    pub(super) ending: Vec<bool>,
    /// Something goes on in it, or in one that lies in it, that does not wait for people.
    pub(super) busy: Vec<bool>,
}

impl Survey {
    /// The frames that are at work.
    pub(super) fn frames(&self) -> impl Iterator<Item = usize> {
        (0..self.at_work.len()).filter(|at| self.at_work[*at])
    }

    /// Whether a call ends any of them.
    pub(super) fn ends(&self) -> bool {
        self.frames().any(|at| self.ending[at])
    }
}

impl Machine {
    /// Looks at every frame once: those that lie in others stand behind them.
    pub(super) fn survey(&self) -> Survey {
        let frames = self.state.frames();
        let mut survey = Survey {
            at_work: Vec::with_capacity(frames.len()),
            ending: Vec::with_capacity(frames.len()),
            busy: vec![false; frames.len()],
        };
        for (at, frame) in frames.iter().enumerate() {
            let is_running = frame.status() == Status::Running;
            let outer = self.state.parent(at);
            let at_work =
                is_running && outer.is_none_or(|at| survey.at_work[at] && !survey.ending[at]);
            survey.at_work.push(at_work);
            survey.ending.push(at_work && self.ending(at).is_some());
        }
        for at in (0..frames.len()).rev() {
            survey.busy[at] |= survey.at_work[at] && self.goes_on(at, survey.ending[at]);
            if let Some(outer) = self.state.parent(at).filter(|_| survey.busy[at]) {
                survey.busy[outer] = true;
            }
        }
        survey
    }

    /// Whether the frame does something of its own that does not wait for people.
    fn goes_on(&self, at: usize, is_ending: bool) -> bool {
        if is_ending {
            // It ends once everything in it has stopped and people have decided what is in doubt.
            return self.is_winding_up(at) || !self.is_in_doubt(at);
        }
        let Some(step) = self.state.frames()[at].open_step() else {
            return true;
        };
        if step.response.is_none() {
            return true;
        }
        if let Some(review) = &step.review {
            return review.verdict != ReviewVerdict::Open;
        }
        let is_idempotent = |call: &Call| {
            self.rules(at)
                .is_some_and(|rules| rules.is_idempotent(call.name()))
        };
        let goes_on = |call: &Call| match call.phase {
            CallPhase::Asked | CallPhase::Ready | CallPhase::Dismissed(_) => true,
            CallPhase::Claimed => self.claimed.contains(call.id()) || is_idempotent(call),
            CallPhase::Open => self.agent_has_ended(call),
            _ => false,
        };
        step.calls.iter().any(goes_on) || step.calls.iter().all(|call| call.outcome().is_some())
    }

    /// Whether something that was begun in the frame, or in one that lies in it, has not ended.
    pub(super) fn is_winding_up(&self, at: usize) -> bool {
        let begun = self
            .executing
            .iter()
            .chain(&self.claimed)
            .chain(self.unclaimed());
        begun.into_iter().any(|call| self.lies_in(call, at)) || self.waited_for_below(at).is_some()
    }

    /// A frame that lies in this one and waits for a question, a plan or a check.
    pub(super) fn waited_for_below(&self, at: usize) -> Option<usize> {
        let waits = |inner: &usize| {
            let own = |call: &String| self.frame_of(call) == *inner;
            self.state.lineage(*inner).any(|outer| outer == at)
                && (self.threads[*inner].is_waited_for() || self.unclaimed().any(own))
        };
        (at..self.threads.len()).find(waits)
    }

    /// Whether a call in the frame, or in one that lies in it, may have taken effect, and running it
    /// again may do harm.
    pub(super) fn is_in_doubt(&self, at: usize) -> bool {
        let within = |inner: &usize| self.state.lineage(*inner).any(|outer| outer == at);
        (at..self.threads.len()).filter(within).any(|inner| {
            let step = self.state.frames()[inner].open_step();
            let mut calls = step.into_iter().flat_map(|step| &step.calls);
            calls.any(|call| {
                call.phase == CallPhase::Claimed
                    && !self.claimed.contains(call.id())
                    && !self
                        .rules(inner)
                        .is_some_and(|rules| rules.is_idempotent(call.name()))
            })
        })
    }

    /// Whether the call is one of the frame's, or of one that lies in it.
    pub(super) fn lies_in(&self, call: &str, at: usize) -> bool {
        self.state
            .lineage(self.frame_of(call))
            .any(|frame| frame == at)
    }

    /// Calls that are being checked or opened.
    pub(super) fn unclaimed(&self) -> impl Iterator<Item = &String> {
        self.checking.iter().chain(&self.opening)
    }
}
