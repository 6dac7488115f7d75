//! What has an effect, once all that it follows from is saved.

use std::sync::Arc;

use crate::run::action::{Action, Work};
use crate::run::state::Status;
use crate::run::step::{Call, CallPhase, Step};

use super::Machine;
use super::survey::Survey;

impl Machine {
    pub(super) fn effect(&mut self) -> Action {
        if self.state.status() != Status::Running {
            return Action::Done;
        }
        if self.cancelled.is_some() {
            return self.stop_within(0).unwrap_or(Action::Wait);
        }
        let survey = self.survey();
        for at in survey.frames() {
            let action = match survey.ending[at] {
                true => self.stop_within(at).or_else(|| self.abandon_within(at)),
                false => self.ask(at),
            };
            if let Some(action) = action {
                return action;
            }
        }
        let mut work = Vec::new();
        for at in survey.frames().filter(|at| !survey.ending[*at]) {
            self.collect_work(at, &survey, &mut work);
        }
        if work.is_empty() {
            return Action::Wait;
        }
        for work in &work {
            let id = work.call().id.clone();
            match work {
                Work::Check { .. } => self.checking.insert(id),
                Work::Open { .. } => self.opening.insert(id),
                Work::Execute { .. } => self.executing.insert(id),
            };
        }
        Action::RunTools(work)
    }

    /// Tells what is being executed in the frame, and was not told, to stop.
    fn stop_within(&mut self, at: usize) -> Option<Action> {
        let untold = self.executing.difference(&self.stopping);
        let mut calls: Vec<_> = untold
            .filter(|call| self.lies_in(call, at))
            .cloned()
            .collect();
        if calls.is_empty() {
            return None;
        }
        calls.sort();
        self.stopping.extend(calls.iter().cloned());
        Some(Action::StopTools(calls))
    }

    /// Drops what was asked for in the frame, or in one that lies in it.
    fn abandon_within(&mut self, at: usize) -> Option<Action> {
        let inner = self.waited_for_below(at)?;
        let calls = self.unclaimed().filter(|call| self.frame_of(call) == inner);
        for call in calls.cloned().collect::<Vec<_>>() {
            self.checking.remove(&call);
            self.opening.remove(&call);
        }
        self.threads[inner].abandon();
        Some(Action::Abandon(Arc::clone(
            self.state.frames()[inner].path(),
        )))
    }

    fn collect_work(&self, at: usize, survey: &Survey, all: &mut Vec<Work>) {
        let frame = &self.state.frames()[at];
        let Some(step) = frame.open_step() else {
            return;
        };
        let path = frame.path();
        for call in &step.calls {
            match call.phase {
                CallPhase::Asked if !self.checking.contains(call.id()) => all.push(Work::Check {
                    path: Arc::clone(path),
                    step: step.number,
                    call: call.tool_call().clone(),
                }),
                CallPhase::Claimed
                    if self.claimed.contains(call.id()) && !self.executing.contains(call.id()) =>
                {
                    all.push(Work::Execute {
                        path: Arc::clone(path),
                        step: step.number,
                        call: call.effective(),
                        attempt: call.attempts(),
                        idempotency_key: self.idempotency_key(call.id()),
                        supplied: call.supplied().cloned(),
                        context: frame.context_json().cloned(),
                    });
                }
                _ => {}
            }
        }
        if let Some(call) = self.agent_to_open(at, step, survey) {
            all.push(Work::Open {
                path: Arc::clone(path),
                call: call.effective(),
            });
        }
    }

    /// The next call to begin, if there is an agent behind it.
    fn agent_to_open<'a>(&self, at: usize, step: &'a Step, survey: &Survey) -> Option<&'a Call> {
        if step.calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        let call = self.next_to_begin(at, step, survey)?;
        let rules = self.rules(at)?;
        rules.agent(call.name()).is_some().then_some(call)
    }
}
