//! What follows from a state by itself.

use std::sync::Arc;

use crate::run::entry::{CallOutcome, Fact};
use crate::run::failure::{Failure, FailureOrigin};
use crate::run::pause::{Pending, PendingKind};
use crate::run::state::Status;
use crate::run::step::{Call, CallPhase, Step};
use crate::run::stop::Stop;

use super::{Asking, Machine, settled};

impl Machine {
    /// The next fact that follows from the state by itself.
    pub(super) fn consequence(&self) -> Option<Fact> {
        if self.state.status() != Status::Running {
            return None;
        }
        if let Some(end) = self.forced_end() {
            return self
                .executing
                .is_empty()
                .then(|| self.never_begun().unwrap_or(end));
        }
        match self.state.last_step() {
            Some(step) if !step.closed => match &step.response {
                None if self.ask == Asking::No => Some(self.asked(step.number, step.attempts + 1)),
                None => None,
                Some(_) => self.consequence_of_calls(step),
            },
            last => {
                let done = last.map_or(0, |step| step.number);
                let turn = u32::try_from(self.state.turn().len()).unwrap_or(u32::MAX);
                let limit = self.rules.max_steps;
                let met = (turn >= limit).then_some(Stop::MaxSteps { limit });
                Some(
                    match met.or_else(|| self.rules.limits.met_by(&self.state)) {
                        Some(stop) => Fact::Stopped { stop },
                        None => self.asked(done + 1, 1),
                    },
                )
            }
        }
    }

    /// How the run ends as soon as nothing is being executed: because it was called off, or because
    /// of a call that ends it once all calls of the answer are checked.
    pub(super) fn forced_end(&self) -> Option<Fact> {
        if let Some(reason) = &self.cancelled {
            return Some(Fact::Cancelled {
                reason: reason.clone(),
            });
        }
        let calls = &self.state.last_step().filter(|step| !step.closed)?.calls;
        if calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        let failure = calls.iter().find_map(ending)?;
        Some(Fact::Failed { failure })
    }

    /// A call that was claimed and will not be executed now is not in doubt.
    fn never_begun(&self) -> Option<Fact> {
        let calls = &self.state.last_step()?.calls;
        let call = calls.iter().find(|call| self.claimed.contains(call.id()))?;
        Some(settled(call.id(), CallOutcome::Cancelled { began: false }))
    }

    fn asked(&self, step: u32, attempt: u32) -> Fact {
        Fact::ModelAsked {
            step,
            attempt,
            model: Arc::clone(&self.rules.model),
        }
    }

    fn consequence_of_calls(&self, step: &Step) -> Option<Fact> {
        let calls = &step.calls;
        // No effect before every call of the answer is checked: one that cannot run may end the run.
        if calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        if let Some(fact) = calls.iter().find_map(|call| self.consequence_of_call(call)) {
            return Some(fact);
        }
        if calls.iter().all(|call| call.outcome().is_some()) {
            return Some(Fact::StepClosed { step: step.number });
        }
        let working = calls.iter().any(|call| match call.phase {
            CallPhase::Ready => true,
            CallPhase::Claimed => self.claimed.contains(call.id()),
            _ => false,
        });
        (!working).then(|| Fact::Paused {
            pending: calls.iter().filter_map(pending).collect(),
        })
    }

    fn consequence_of_call(&self, call: &Call) -> Option<Fact> {
        match &call.phase {
            CallPhase::Dismissed(outcome) => Some(settled(call.id(), outcome.clone())),
            CallPhase::Ready if self.has_room() => Some(self.claim(call)),
            CallPhase::Claimed
                if !self.claimed.contains(call.id()) && self.rules.is_idempotent(call.name()) =>
            {
                self.has_room().then(|| self.claim(call))
            }
            _ => None,
        }
    }

    /// Whether one more call may run beside those that do.
    fn has_room(&self) -> bool {
        self.claimed.len() < self.rules.tool_concurrency.max(1)
    }

    fn claim(&self, call: &Call) -> Fact {
        Fact::CallClaimed {
            call: call.id().to_owned(),
            attempt: call.attempts() + 1,
            idempotency_key: self.idempotency_key(call.id()),
        }
    }

    pub(super) fn idempotency_key(&self, call: &str) -> String {
        format!("{}/{call}", self.state.run_id())
    }
}

/// The failure of a call that ends the run.
fn ending(call: &Call) -> Option<Failure> {
    match call.outcome()? {
        CallOutcome::Failed {
            detail,
            ends_run: true,
            ..
        } => Some(Failure {
            origin: FailureOrigin::Tool {
                name: call.name().to_owned(),
                call: call.id().to_owned(),
            },
            detail: detail.clone(),
        }),
        _ => None,
    }
}

/// What a call waits for, if it waits for a person.
fn pending(call: &Call) -> Option<Pending> {
    let (kind, reason) = match &call.phase {
        CallPhase::AwaitingApproval(reason) => (PendingKind::ToolApproval, reason.clone()),
        CallPhase::AwaitingOutput => (
            PendingKind::Manual,
            "somebody outside the run does it and supplies the output".to_owned(),
        ),
        CallPhase::Claimed => (
            PendingKind::InDoubt,
            format!(
                "execution {} was begun and never finished: it may have taken effect",
                call.attempts()
            ),
        ),
        _ => return None,
    };
    Some(Pending {
        call: call.id().to_owned(),
        name: call.name().to_owned(),
        input: call.effective().input().to_owned(),
        kind,
        reason,
        output: call.manual.clone().filter(|_| kind == PendingKind::Manual),
    })
}
