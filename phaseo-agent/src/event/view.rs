//! From entries to events.

use std::collections::HashMap;
use std::sync::Arc;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::Response;
use crate::run::{CallOutcome, Decision, Entry, Fact, Path, Pause, cancelled};

use super::{Event, EventKind};

/// Turns the entries of one run's log into events. It remembers what an entry leaves out, so it
/// must see all entries, in order.
#[derive(Debug, Default)]
pub struct Events {
    run_id: Arc<str>,
    /// One for each agent that has begun, the outer one first.
    views: Vec<View>,
    /// The last entry that was seen.
    seq: u64,
    at: u64,
}

/// What was seen of one agent's part of the run.
#[derive(Debug)]
struct View {
    path: Path,
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

/// An event, and the index of the view that it is about.
type Told = (usize, EventKind);

impl Events {
    /// A view that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The events that the next `entry` stands for.
    pub fn of(&mut self, entry: &Entry) -> Vec<Event> {
        (self.seq, self.at) = (entry.seq, entry.at);
        let told = self.told(&entry.path, &entry.fact);
        told.into_iter()
            .filter_map(|(view, kind)| self.event(view, kind))
            .collect()
    }

    /// The event of a value that an execution gave at `at`, in milliseconds since the Unix epoch,
    /// after the last entry. `None` if no such call is open.
    #[must_use]
    pub fn of_progress(&self, call: &str, value: RawJson, at: u64) -> Option<Event> {
        let mut views = self.views.iter().enumerate();
        let (view, known) = views.find_map(|(view, of)| Some((view, of.calls.get(call)?)))?;
        let kind = EventKind::ToolPreliminaryResult {
            step: known.step,
            call: call.to_owned(),
            name: known.call.name.clone(),
            result: value,
        };
        let mut event = self.event(view, kind)?;
        event.at = event.at.max(at);
        Some(event)
    }

    fn event(&self, view: usize, kind: EventKind) -> Option<Event> {
        let view = self.views.get(view)?;
        Some(Event {
            run_id: Arc::clone(&self.run_id),
            agent_id: Arc::clone(&view.agent_id),
            path: Arc::clone(&view.path),
            seq: self.seq,
            at: self.at,
            kind,
        })
    }

    fn told(&mut self, path: &Path, fact: &Fact) -> Vec<Told> {
        match fact {
            Fact::Started {
                run_id, agent_id, ..
            } => return self.started(path, run_id, agent_id),
            Fact::Paused { pending } => {
                let pause = Pause {
                    pending: pending.clone(),
                };
                let mut told = self.everywhere(View::close_step);
                told.push((0, EventKind::RunWaitingForHuman { pause }));
                return told;
            }
            Fact::Decided {
                id,
                decision,
                by,
                note,
            } => {
                if let Decision::Approve { input: Some(input) } = decision {
                    self.edit(id, input);
                }
                let taken = EventKind::DecisionTaken {
                    id: id.clone(),
                    decision: decision.clone(),
                    by: by.clone(),
                    note: note.clone(),
                };
                return vec![(0, taken)];
            }
            Fact::Resumed { .. } => {
                for view in &mut self.views {
                    view.step_is_open |= std::mem::take(&mut view.step_broke_off);
                }
                return vec![(0, EventKind::RunResumed)];
            }
            Fact::Cancelled { .. } => {
                let mut told = self.everywhere(View::break_off);
                told.push((0, EventKind::RunCancelled));
                return told;
            }
            _ => {}
        }
        let Some(at) = self.views.iter().rposition(|view| view.path == *path) else {
            return Vec::new();
        };
        let mut told = Vec::new();
        if let Fact::Failed { .. } = fact {
            // What lay in it breaks off with it.
            for (inner, view) in self.views.iter_mut().enumerate() {
                if view.path.len() > path.len() && view.path.starts_with(path) {
                    told.extend(view.break_off().into_iter().map(|kind| (inner, kind)));
                }
            }
        }
        let kinds = self.views[at].kinds(fact);
        told.extend(kinds.into_iter().map(|kind| (at, kind)));
        told
    }

    /// An agent began: the outer one, or one behind a call.
    fn started(&mut self, path: &Path, run_id: &Arc<str>, agent_id: &Arc<str>) -> Vec<Told> {
        let mut told = Vec::new();
        if let Some(call) = path.last() {
            let outer = self
                .views
                .iter()
                .rposition(|view| view.calls.contains_key(call));
            let started = outer.and_then(|at| Some((at, self.views[at].started(call, 1)?)));
            told.extend(started);
        }
        self.run_id = Arc::clone(run_id);
        told.push((self.views.len(), EventKind::RunStarted));
        self.views.push(View {
            path: Arc::clone(path),
            agent_id: Arc::clone(agent_id),
            step: 0,
            step_is_open: false,
            step_broke_off: false,
            calls: HashMap::new(),
        });
        told
    }

    /// A call runs with another input than the model's.
    fn edit(&mut self, call: &str, input: &RawJson) {
        let known = self
            .views
            .iter_mut()
            .find_map(|view| view.calls.get_mut(call));
        if let Some(known) = known {
            input.as_str().clone_into(&mut known.call.arguments);
        }
    }

    /// What is told of every agent, inner ones first.
    fn everywhere(&mut self, tell: fn(&mut View) -> Vec<EventKind>) -> Vec<Told> {
        let views = self.views.iter_mut().enumerate().rev();
        let told = views.flat_map(|(at, view)| tell(view).into_iter().map(move |kind| (at, kind)));
        told.collect()
    }
}

impl View {
    fn kinds(&mut self, fact: &Fact) -> Vec<EventKind> {
        match fact {
            Fact::ModelAsked {
                step,
                attempt,
                model,
                ..
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
                    let known = Known {
                        step: *step,
                        call: call.clone(),
                    };
                    self.calls.insert(call.id.clone(), known);
                }
                vec![completed(*step, response)]
            }
            Fact::ModelFailed { step, failure, .. } => vec![EventKind::ModelFailed {
                step: *step,
                error: failure.clone(),
            }],
            Fact::CallClaimed { call, attempt, .. } => {
                self.started(call, *attempt).into_iter().collect()
            }
            Fact::CallHandedOver { call, reason, .. } => {
                self.handed_over(call, reason).into_iter().collect()
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
            Fact::Completed { answer } => vec![EventKind::RunCompleted {
                output: answer.clone(),
            }],
            Fact::Stopped { stop } => {
                // A limit may be met while the model answers.
                let mut kinds = self.break_off();
                kinds.push(EventKind::RunStopped { stop: stop.clone() });
                kinds
            }
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
            _ => Vec::new(),
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

    fn handed_over(&self, call: &str, reason: &str) -> Option<EventKind> {
        let Known { step, call } = self.calls.get(call)?;
        Some(EventKind::ToolHandedOver {
            step: *step,
            call: call.id.clone(),
            name: call.name.clone(),
            reason: reason.to_owned(),
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

    /// A step that is called off, and goes on if the run is taken up.
    fn break_off(&mut self) -> Vec<EventKind> {
        if std::mem::take(&mut self.step_is_open) {
            self.step_broke_off = true;
            vec![EventKind::StepCancelled { step: self.step }]
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
