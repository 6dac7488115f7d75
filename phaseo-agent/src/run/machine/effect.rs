//! What has an effect, once all that it follows from is saved.

use std::sync::Arc;

use crate::run::action::{Action, Work};
use crate::run::state::Status;
use crate::run::step::{Call, CallPhase, Step};

use super::Machine;

impl Machine {
    pub(super) fn effect(&mut self) -> Action {
        if self.state.status() != Status::Running {
            return Action::Done;
        }
        if self.cancelled.is_some() {
            return self.stop_within(0).unwrap_or(Action::Wait);
        }
        let frames = 0..self.state.frames().len();
        let at_work: Vec<_> = frames.filter(|at| self.is_at_work(*at)).collect();
        for at in &at_work {
            if self.ending(*at).is_some() {
                if let Some(action) = self.stop_within(*at).or_else(|| self.abandon_within(*at)) {
                    return action;
                }
            } else if let Some(action) = self.ask(*at) {
                return action;
            }
        }
        let mut work = Vec::new();
        for at in at_work.into_iter().filter(|at| self.ending(*at).is_none()) {
            self.collect_work(at, &mut work);
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

    /// Drops what was asked for in a frame that lies in this one.
    fn abandon_within(&mut self, at: usize) -> Option<Action> {
        let waits = |inner: &usize| {
            self.state.lineage(*inner).skip(1).any(|outer| outer == at)
                && (self.threads[*inner].is_waited_for()
                    || self.unclaimed().any(|call| self.frame_of(call) == *inner))
        };
        let inner = (at + 1..self.state.frames().len()).find(waits)?;
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

    /// Calls that are being checked or opened.
    fn unclaimed(&self) -> impl Iterator<Item = &String> {
        self.checking.iter().chain(&self.opening)
    }

    fn collect_work(&self, at: usize, all: &mut Vec<Work>) {
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
        if let Some(call) = self.agent_to_open(at, step) {
            all.push(Work::Open {
                path: Arc::clone(path),
                call: call.effective(),
            });
        }
    }

    /// The next call to begin, if there is an agent behind it.
    fn agent_to_open<'a>(&self, at: usize, step: &'a Step) -> Option<&'a Call> {
        if step.calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        let call = self.next_to_begin(at, step)?;
        let rules = self.rules(at)?;
        rules.agent(call.name()).is_some().then_some(call)
    }
}
