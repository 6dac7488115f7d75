//! What follows from a state by itself.

use crate::run::entry::{CallOutcome, Fact};
use crate::run::state::Status;
use crate::run::step::{Call, CallPhase, ReviewVerdict, Step, UnderReview};

use super::{Machine, settled};

impl Machine {
    /// The next fact that follows from the state by itself, and whose frame it lies in.
    pub(super) fn consequence(&self) -> Option<(usize, Fact)> {
        if self.state.status() != Status::Running {
            return None;
        }
        if let Some(reason) = &self.cancelled {
            let reason = reason.clone();
            return self.wound_up(0, Fact::Cancelled { reason });
        }
        let frames = 0..self.state.frames().len();
        frames
            .filter(|at| self.is_at_work(*at))
            .find_map(|at| self.consequence_in(at))
            .or_else(|| self.pause().map(|fact| (0, fact)))
    }

    fn consequence_in(&self, at: usize) -> Option<(usize, Fact)> {
        if let Some(failure) = self.ending(at) {
            return self.wound_up(at, Fact::Failed { failure });
        }
        let fact = match self.state.frames()[at].open_step() {
            Some(step) if step.response.is_some() => match &step.review {
                Some(review) => consequence_of_review(step, review),
                None => self.consequence_of_calls(at, step),
            },
            _ => match self.reviewed(at) {
                Some(fact) => Some(fact),
                None => self.question(at),
            },
        };
        fact.map(|fact| (at, fact))
    }

    /// `end`, once nothing of the frame is being executed. A call that was claimed and will not be
    /// executed now is not in doubt.
    fn wound_up(&self, at: usize, end: Fact) -> Option<(usize, Fact)> {
        if self.executing.iter().any(|call| self.lies_in(call, at)) {
            return None;
        }
        let mut never_begun = self.claimed.iter().filter(|call| self.lies_in(call, at));
        Some(match never_begun.next() {
            Some(call) => {
                let outcome = CallOutcome::Cancelled { began: false };
                (self.frame_of(call), settled(call, outcome))
            }
            None => (at, end),
        })
    }

    /// A step whose answer was accepted ends the run.
    fn reviewed(&self, at: usize) -> Option<Fact> {
        let step = self.state.frames()[at].turn().last()?;
        let review = step.review.as_ref()?;
        (review.verdict == ReviewVerdict::Accepted).then(|| Fact::Completed {
            answer: review.answer.clone(),
        })
    }

    /// Whether the call is one of the frame's, or of one that lies in it.
    pub(super) fn lies_in(&self, call: &str, at: usize) -> bool {
        self.state
            .lineage(self.frame_of(call))
            .any(|frame| frame == at)
    }

    /// Whether the frame goes on: it is running, and nothing that it lies in ends.
    pub(super) fn is_at_work(&self, at: usize) -> bool {
        self.state.is_live(at)
            && self
                .state
                .lineage(at)
                .skip(1)
                .all(|outer| self.ending(outer).is_none())
    }

    /// Whether something goes on in the frame, or in one that lies in it, that does not wait for
    /// people.
    pub(super) fn is_at_work_within(&self, at: usize) -> bool {
        let within = |frame: &usize| self.state.lineage(*frame).any(|outer| outer == at);
        let frames = at..self.state.frames().len();
        frames
            .filter(within)
            .any(|frame| self.state.is_live(frame) && self.goes_on(frame))
    }

    /// Whether the frame does something of its own that does not wait for people.
    fn goes_on(&self, at: usize) -> bool {
        let frame = &self.state.frames()[at];
        let Some(step) = frame.open_step() else {
            return true;
        };
        if step.response.is_none() {
            return true;
        }
        if let Some(review) = &step.review {
            return review.verdict != ReviewVerdict::Open;
        }
        let goes_on = |call: &Call| match call.phase {
            CallPhase::Asked | CallPhase::Ready | CallPhase::Dismissed(_) => true,
            CallPhase::Claimed => self.claimed.contains(call.id()),
            CallPhase::Open => self.end_of_agent(call).is_some(),
            _ => false,
        };
        step.calls.iter().any(goes_on) || step.calls.iter().all(|call| call.outcome().is_some())
    }

    /// The run pauses when nothing goes on any more, and something waits for people.
    fn pause(&self) -> Option<Fact> {
        if self.is_at_work_within(0) {
            return None;
        }
        let pending = self.state.waiting();
        (!pending.is_empty()).then_some(Fact::Paused { pending })
    }
}

/// What follows for an answer that is or was under review.
fn consequence_of_review(step: &Step, review: &UnderReview) -> Option<Fact> {
    (review.verdict != ReviewVerdict::Open).then_some(Fact::StepClosed { step: step.number })
}
