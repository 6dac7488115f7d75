//! Tool calls: which may begin, and which end their agent's run.

use crate::run::entry::{CallOutcome, Fact};
use crate::run::failure::{Failure, FailureOrigin};
use crate::run::rules::Rules;
use crate::run::step::{Call, CallPhase, Step};
use crate::tool::{OnError, Severity};

use super::Machine;
use super::survey::Survey;

impl Machine {
    /// What follows for the calls of an answer.
    pub(super) fn consequence_of_calls(
        &self,
        at: usize,
        step: &Step,
        survey: &Survey,
    ) -> Option<Fact> {
        let calls = &step.calls;
        if let Some(fact) = calls.iter().find_map(|call| self.rejected_again(at, call)) {
            return Some(fact);
        }
        // No effect before every call of the answer is checked: one that cannot run may end the run.
        if calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        let ended = calls.iter().find_map(|call| match &call.phase {
            CallPhase::Dismissed(outcome) => Some(self.closed(call.id(), outcome.clone())),
            CallPhase::Open => self.end_of_agent(call),
            _ => None,
        });
        if ended.is_some() {
            return ended;
        }
        if calls.iter().all(|call| call.outcome().is_some()) {
            return Some(Fact::StepClosed { step: step.number });
        }
        let call = self.next_to_begin(at, step, survey)?;
        // An agent behind a tool is opened, never claimed.
        self.rules(at)?
            .agent(call.name())
            .is_none()
            .then(|| Fact::CallClaimed {
                call: call.id().to_owned(),
                attempt: call.attempts() + 1,
                idempotency_key: self.idempotency_key(call.id()),
            })
    }

    /// The first call of the step that may begin beside those that have, in the model's order. A
    /// sequential one begins when nothing else is under way, and nothing begins before it is done.
    pub(super) fn next_to_begin<'a>(
        &self,
        at: usize,
        step: &'a Step,
        survey: &Survey,
    ) -> Option<&'a Call> {
        let rules = self.rules(at)?;
        let mut ready = step
            .calls
            .iter()
            .filter(|call| self.is_ready(rules, call))
            .peekable();
        ready.peek()?;
        let busy: Vec<_> = step
            .calls
            .iter()
            .filter(|call| self.is_busy(call, survey))
            .collect();
        let concurrency = self.state.frames()[at].overrides().tool_concurrency;
        let room = concurrency.unwrap_or(rules.tool_concurrency).max(1);
        if busy.len() >= room || busy.iter().any(|call| rules.is_sequential(call.name())) {
            return None;
        }
        for call in ready {
            if rules.is_sequential(call.name()) {
                return busy.is_empty().then_some(call);
            }
            let same = busy.iter().filter(|busy| busy.name() == call.name());
            if same.count() < rules.max_concurrency(call.name()) {
                return Some(call);
            }
        }
        None
    }

    fn is_ready(&self, rules: &Rules, call: &Call) -> bool {
        match call.phase {
            CallPhase::Ready => !self.opening.contains(call.id()),
            CallPhase::Claimed => {
                !self.claimed.contains(call.id()) && rules.is_idempotent(call.name())
            }
            _ => false,
        }
    }

    /// Whether it takes up room: it is being executed, or the agent behind it is at work.
    fn is_busy(&self, call: &Call, survey: &Survey) -> bool {
        match call.phase {
            CallPhase::Claimed => self.claimed.contains(call.id()),
            CallPhase::Ready => self.opening.contains(call.id()),
            // An agent that waits for people keeps nobody else from working.
            CallPhase::Open => self
                .state
                .frame_behind(call.id())
                .is_some_and(|frame| survey.busy[frame]),
            _ => false,
        }
    }

    /// A call that somebody rejected and that the model repeats at once is rejected again.
    fn rejected_again(&self, at: usize, call: &Call) -> Option<Fact> {
        if call.phase != CallPhase::Asked || self.checking.contains(call.id()) {
            return None;
        }
        let [.., before, _] = self.state.frames()[at].steps() else {
            return None;
        };
        let reason = before
            .calls
            .iter()
            .find_map(|earlier| match earlier.outcome() {
                Some(CallOutcome::Rejected { reason }) if earlier.repeats(call) => Some(reason),
                _ => None,
            })?;
        let reason = reason.clone();
        Some(self.closed(call.id(), CallOutcome::Rejected { reason }))
    }

    /// The failure of a call that ends its agent's run, once all calls of the answer are checked.
    pub(super) fn ending(&self, at: usize) -> Option<Failure> {
        let calls = &self.state.frames()[at].open_step()?.calls;
        if calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        calls.iter().find_map(|call| match call.outcome()? {
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
        })
    }

    /// Whether a failure of this call ends the run of the agent with these rules.
    pub(super) fn ends_run(&self, rules: &Rules, call: &Call, severity: Severity) -> bool {
        let frame = &self.state.frames()[self.frame_of(call.id())];
        let spent = frame.failures_of(call.name()) >= rules.max_retries(call.name());
        match severity {
            Severity::Fatal => true,
            Severity::Retry => spent,
            Severity::Policy => match rules.on_error(call.name()) {
                OnError::FailRun => true,
                OnError::ReturnToModel => spent,
            },
        }
    }

    pub(super) fn idempotency_key(&self, call: &str) -> String {
        let of = self.state.call(call);
        let key = || match of.and_then(Call::supplied) {
            // Another effect than that of the execution that handed the call over.
            Some(_) => format!("{}/{call}/response", self.state.run_id()),
            None => format!("{}/{call}", self.state.run_id()),
        };
        of.and_then(|call| call.key.clone()).unwrap_or_else(key)
    }
}
