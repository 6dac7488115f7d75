//! What has an effect, once all that it follows from is saved.

use std::sync::Arc;

use crate::model::ToolChoice;
use crate::run::action::{Action, Ask, Work};
use crate::run::state::Status;
use crate::run::step::CallPhase;

use super::{Asking, Machine};

impl Machine {
    pub(super) fn effect(&mut self) -> Action {
        if self.state.status() != Status::Running {
            return Action::Done;
        }
        if self.forced_end().is_some() {
            let calls: Vec<_> = self.executing.difference(&self.stopping).cloned().collect();
            if calls.is_empty() {
                return Action::Wait;
            }
            self.stopping.extend(calls.iter().cloned());
            return Action::StopTools(calls);
        }
        let Some(step) = self.state.last_step() else {
            return Action::Wait;
        };
        let number = step.number;
        if step.response.is_none() {
            if self.ask == Asking::InFlight {
                return Action::Wait;
            }
            self.ask = Asking::InFlight;
            return Action::AskModel(Ask {
                step: number,
                model: Arc::clone(&self.rules.model),
                transcript: self.state.shared_transcript(),
                tool_choice: self.tool_choice(),
            });
        }
        let mut work = Vec::new();
        for call in &step.calls {
            match call.phase {
                CallPhase::Asked if !self.checking.contains(call.id()) => {
                    work.push(Work::Check {
                        call: call.tool_call().clone(),
                    });
                }
                CallPhase::Claimed
                    if self.claimed.contains(call.id()) && !self.executing.contains(call.id()) =>
                {
                    work.push(Work::Execute {
                        step: number,
                        call: call.effective(),
                        attempt: call.attempts(),
                        idempotency_key: self.idempotency_key(call.id()),
                    });
                }
                _ => {}
            }
        }
        if work.is_empty() {
            return Action::Wait;
        }
        for work in &work {
            match work {
                Work::Check { call } => self.checking.insert(call.id.clone()),
                Work::Execute { call, .. } => self.executing.insert(call.id.clone()),
            };
        }
        Action::RunTools(work)
    }

    /// `Required` forces the first call of a user's turn only: a model that is forced again and again never answers.
    fn tool_choice(&self) -> ToolChoice {
        match self.rules.tool_choice {
            ToolChoice::Required if self.state.turn().iter().any(|step| !step.calls.is_empty()) => {
                ToolChoice::Auto
            }
            choice => choice,
        }
    }
}
