//! What follows from a state by itself.

use crate::run::entry::{CallOutcome, Fact};
use crate::run::pause::PendingKind;
use crate::run::state::Status;
use crate::run::step::{ReviewVerdict, Step, UnderReview};

use super::Machine;
use super::survey::Survey;

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
        let survey = self.survey();
        survey
            .frames()
            .find_map(|at| self.consequence_in(at, &survey))
            .or_else(|| self.pause(&survey).map(|fact| (0, fact)))
    }

    fn consequence_in(&self, at: usize, survey: &Survey) -> Option<(usize, Fact)> {
        if survey.ending[at] {
            let failure = self.ending(at)?;
            return self.wound_up(at, Fact::Failed { failure });
        }
        let fact = match self.state.frames()[at].open_step() {
            Some(step) if step.response.is_some() => match &step.review {
                Some(review) => consequence_of_review(step, review),
                None => self.consequence_of_calls(at, step, survey),
            },
            _ => match self.reviewed(at) {
                Some(fact) => Some(fact),
                None => self.question(at),
            },
        };
        fact.map(|fact| (at, fact))
    }

    /// `end`, once nothing of the frame goes on. A call that was claimed and will not be executed now
    /// is not in doubt. What was in doubt before is decided first, unless the run is called off.
    fn wound_up(&self, at: usize, end: Fact) -> Option<(usize, Fact)> {
        if self.executing.iter().any(|call| self.lies_in(call, at)) {
            return None;
        }
        let mut never_begun = self.claimed.iter().filter(|call| self.lies_in(call, at));
        if let Some(call) = never_begun.next() {
            let outcome = CallOutcome::Cancelled { began: false };
            return Some((self.frame_of(call), self.closed(call, outcome)));
        }
        let is_called_off = matches!(end, Fact::Cancelled { .. });
        let waits = self.waited_for_below(at).is_some() || self.is_in_doubt(at);
        (is_called_off || !waits).then_some((at, end))
    }

    /// A step whose answer was accepted ends the run.
    fn reviewed(&self, at: usize) -> Option<Fact> {
        let step = self.state.frames()[at].turn().last()?;
        let review = step.review.as_ref()?;
        (review.verdict == ReviewVerdict::Accepted).then(|| Fact::Completed {
            answer: review.answer.clone(),
        })
    }

    /// The run pauses when nothing goes on any more, and something waits for people. If it is about
    /// to end, it waits only for what is in doubt.
    fn pause(&self, survey: &Survey) -> Option<Fact> {
        if survey.busy.first().is_some_and(|busy| *busy) {
            return None;
        }
        let mut pending = self.state.waiting();
        if survey.ends() {
            pending.retain(|pending| pending.kind == PendingKind::InDoubt);
        }
        for pending in &mut pending {
            if pending.kind == PendingKind::InDoubt {
                let rules = self.rules(self.frame_of(&pending.id));
                pending.form = rules.and_then(|rules| rules.output(&pending.name).cloned());
            }
        }
        (!pending.is_empty()).then_some(Fact::Paused { pending })
    }
}

/// What follows for an answer that is or was under review.
fn consequence_of_review(step: &Step, review: &UnderReview) -> Option<Fact> {
    (review.verdict != ReviewVerdict::Open).then_some(Fact::StepClosed { step: step.number })
}
