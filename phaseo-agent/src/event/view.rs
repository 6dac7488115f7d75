//! From entries to events.

use std::collections::HashMap;
use std::sync::Arc;

use crate::item::ToolCall;
use crate::model::Response;
use crate::run::{CallOutcome, Entry, Fact, cancelled};

use super::{Event, EventKind};

/// Turns the entries of one run's log into events. It remembers what an entry leaves out, so it
/// must see all entries, in order.
#[derive(Debug, Default)]
pub struct Events {
    run_id: Arc<str>,
    agent_id: Arc<str>,
    step: u32,
    step_is_open: bool,
    /// It failed or was called off, and goes on if the run is taken up.
    step_broke_off: bool,
    calls: HashMap<String, Known>,
}

/// What the answer said of a call.
#[derive(Debug)]
struct Known {
    step: u32,
    call: ToolCall,
}

impl Events {
    /// A view that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The events that the next `entry` stands for.
    pub fn of(&mut self, entry: &Entry) -> Vec<Event> {
        let kinds = self.kinds(&entry.fact);
        kinds
            .into_iter()
            .map(|kind| Event {
                run_id: Arc::clone(&self.run_id),
                agent_id: Arc::clone(&self.agent_id),
                path: entry.path.clone(),
                seq: entry.seq,
                at: entry.at,
                kind,
            })
            .collect()
    }

    fn kinds(&mut self, fact: &Fact) -> Vec<EventKind> {
        match fact {
            Fact::Started {
                run_id, agent_id, ..
            } => {
                self.run_id = Arc::clone(run_id);
                self.agent_id = Arc::clone(agent_id);
                vec![EventKind::RunStarted]
            }
            Fact::ModelAsked {
                step,
                attempt,
                model,
            } => {
                let asked = EventKind::ModelRequested {
                    step: *step,
                    attempt: *attempt,
                    model: Arc::clone(model),
                };
                let is_new = self.step != *step;
                self.step = *step;
                self.step_is_open = true;
                if is_new {
                    vec![EventKind::StepStarted { step: *step }, asked]
                } else {
                    vec![asked]
                }
            }
            Fact::ModelAnswered { step, response } => {
                for call in response.message.calls() {
                    self.calls.insert(
                        call.id.clone(),
                        Known {
                            step: *step,
                            call: call.clone(),
                        },
                    );
                }
                vec![completed(*step, response)]
            }
            Fact::ModelFailed { step, failure } => {
                vec![EventKind::ModelFailed {
                    step: *step,
                    error: failure.clone(),
                }]
            }
            Fact::CallChecked { .. } | Fact::Decided { .. } | Fact::Said { .. } => Vec::new(),
            Fact::CallClaimed { call, attempt, .. } => {
                self.started(call, *attempt).into_iter().collect()
            }
            Fact::CallSettled { call, outcome, .. } => {
                self.settled(call, outcome).into_iter().collect()
            }
            Fact::StepClosed { step } => {
                // Nothing is told of its calls any more.
                self.calls.clear();
                match self.close_step() {
                    // It was told as completed when the run paused; there is more to take up now.
                    kinds if kinds.is_empty() => vec![EventKind::CheckpointSaved { step: *step }],
                    kinds => kinds,
                }
            }
            Fact::Paused { pending } => {
                let pause = crate::run::Pause {
                    pending: pending.clone(),
                };
                let mut kinds = self.close_step();
                kinds.push(EventKind::RunWaitingForHuman { pause });
                kinds
            }
            Fact::Resumed => {
                self.step_is_open |= self.step_broke_off;
                self.step_broke_off = false;
                vec![EventKind::RunResumed]
            }
            Fact::Completed { answer } => vec![EventKind::RunCompleted {
                output: answer.clone(),
            }],
            Fact::Stopped { stop } => vec![EventKind::RunStopped { stop: stop.clone() }],
            Fact::Failed { failure } => {
                let mut kinds = Vec::new();
                if std::mem::take(&mut self.step_is_open) {
                    self.step_broke_off = true;
                    kinds.push(EventKind::StepFailed { step: self.step });
                }
                kinds.push(EventKind::RunFailed {
                    error: failure.clone(),
                });
                kinds
            }
            Fact::Cancelled { .. } => {
                let mut kinds = Vec::new();
                if std::mem::take(&mut self.step_is_open) {
                    self.step_broke_off = true;
                    kinds.push(EventKind::StepCancelled { step: self.step });
                }
                kinds.push(EventKind::RunCancelled);
                kinds
            }
        }
    }

    fn started(&self, call: &str, attempt: u32) -> Option<EventKind> {
        let Known { step, call } = self.calls.get(call)?;
        Some(EventKind::ToolStarted {
            step: *step,
            call: call.id.clone(),
            name: call.name.clone(),
            input: call.input().to_owned(),
            attempt,
        })
    }

    fn settled(&self, call: &str, outcome: &CallOutcome) -> Option<EventKind> {
        let Known { step, call } = self.calls.get(call)?;
        let (step, name, call) = (*step, call.name.clone(), call.id.clone());
        Some(match outcome {
            CallOutcome::Output(output) => EventKind::ToolCompleted {
                step,
                call,
                name,
                output: output.clone(),
            },
            CallOutcome::Failed { detail, .. } => EventKind::ToolFailed {
                step,
                call,
                name,
                error: detail.clone(),
            },
            CallOutcome::Cancelled { began } => EventKind::ToolFailed {
                step,
                call,
                name,
                error: cancelled(*began).to_owned(),
            },
            CallOutcome::Rejected { reason } | CallOutcome::GivenUp { reason } => {
                EventKind::ToolRejected {
                    step,
                    call,
                    name,
                    reason: reason.clone(),
                }
            }
        })
    }

    /// A step that paused was told as completed then, and is not told again.
    fn close_step(&mut self) -> Vec<EventKind> {
        if std::mem::take(&mut self.step_is_open) {
            vec![
                EventKind::StepCompleted { step: self.step },
                EventKind::CheckpointSaved { step: self.step },
            ]
        } else {
            Vec::new()
        }
    }
}

fn completed(step: u32, response: &Response) -> EventKind {
    EventKind::ModelCompleted {
        step,
        text: response.message.text(),
        finish_reason: response.finish.clone(),
        usage: response.usage,
        request_id: response.id.clone(),
        native_response_id: response.native_id.clone(),
        provider: response.provider.clone(),
    }
}
