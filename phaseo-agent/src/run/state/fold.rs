//! How each entry changes the state.

use std::collections::HashMap;
use std::sync::Arc;

use crate::content::Content;
use crate::item::Message;
use crate::json::RawJson;
use crate::model::Response;
use crate::run::decision::Decision;
use crate::run::entry::{CallOutcome, Entry, Fact, LogError};
use crate::run::pause::{Pause, PendingKind};
use crate::run::step::{Call, CallPhase, Step};
use crate::usage::Usage;

use super::{State, Status};

impl State {
    pub(in crate::run) fn begin(entry: Arc<Entry>) -> Result<Self, LogError> {
        let Fact::Started {
            run_id,
            agent_id,
            prompt,
        } = &entry.fact
        else {
            return Err(inconsistent(entry.seq, "a log begins with `started`"));
        };
        if entry.seq != 1 {
            return Err(inconsistent(entry.seq, "a log begins with entry 1"));
        }
        Ok(Self {
            run_id: Arc::clone(run_id),
            agent_id: Arc::clone(agent_id),
            status: Status::Running,
            transcript: [Message::User(Arc::clone(prompt))].into_iter().collect(),
            saved: 0,
            steps: Vec::new(),
            calls: HashMap::new(),
            failures: HashMap::new(),
            said: Vec::new(),
            turn_began: 0,
            active_ms: 0,
            decided: false,
            usage: Usage::default(),
            pause: None,
            stop: None,
            answer: None,
            failure: None,
            entries: vec![entry],
        })
    }

    /// Takes one more entry.
    pub(in crate::run) fn push(&mut self, entry: Arc<Entry>) -> Result<(), LogError> {
        let seq = entry.seq;
        if seq != self.entries.len() as u64 + 1 {
            return Err(inconsistent(
                seq,
                &format!("entry {} was expected", self.entries.len() + 1),
            ));
        }
        let was_running = self.status == Status::Running;
        self.take(&entry.fact)
            .map_err(|problem| inconsistent(seq, &problem))?;
        // A run that is taken up was idle until then, whatever its log said last.
        if was_running && !matches!(entry.fact, Fact::Resumed) {
            let before = self.entries.last().map_or(entry.at, |last| last.at);
            self.active_ms += entry.at.saturating_sub(before);
        }
        self.entries.push(entry);
        Ok(())
    }

    fn take(&mut self, fact: &Fact) -> Result<(), String> {
        let goes_on = matches!(fact, Fact::Resumed | Fact::Decided { .. });
        if !goes_on && self.status != Status::Running {
            return Err(format!("the run is {}", self.status.as_str()));
        }
        match fact {
            Fact::Started { .. } => return Err("a run starts once".to_owned()),
            Fact::ModelAsked {
                step,
                attempt,
                model,
            } => self.take_asked(*step, *attempt, model)?,
            Fact::ModelAnswered { step, response } => self.take_answer(*step, response)?,
            Fact::ModelFailed { step, .. } => _ = self.open_step(*step)?,
            Fact::CallChecked {
                call,
                approval,
                manual,
            } => {
                let call = self.call_in(call, |phase| matches!(phase, CallPhase::Asked))?;
                call.manual.clone_from(manual);
                call.phase = match approval {
                    Some(reason) => CallPhase::AwaitingApproval(reason.clone()),
                    None => call.released(),
                };
            }
            Fact::CallClaimed { call, attempt, .. } => {
                let ready =
                    |phase: &CallPhase| matches!(phase, CallPhase::Ready | CallPhase::Claimed);
                let call = self.call_in(call, ready)?;
                call.phase = CallPhase::Claimed;
                call.attempt = *attempt;
            }
            Fact::CallSettled {
                call,
                outcome,
                progress,
            } => self.take_settled(call, outcome, progress)?,
            Fact::StepClosed { step } => self.take_closed(*step)?,
            Fact::Paused { pending } => {
                self.status = Status::WaitingForHuman;
                self.pause = Some(Pause {
                    pending: pending.clone(),
                });
            }
            Fact::Resumed => self.take_resumed(),
            Fact::Decided { call, decision, .. } => self.take_decided(call, decision)?,
            Fact::Said { content, .. } => self.take_said(content),
            Fact::Completed { answer } => {
                self.status = Status::Completed;
                self.answer = Some(answer.clone());
            }
            Fact::Stopped { stop } => {
                self.status = Status::Stopped;
                self.stop = Some(stop.clone());
            }
            Fact::Failed { failure } => {
                self.status = Status::Failed;
                self.failure = Some(failure.clone());
            }
            Fact::Cancelled { .. } => self.status = Status::Cancelled,
        }
        Ok(())
    }

    fn take_asked(&mut self, number: u32, attempt: u32, model: &Arc<str>) -> Result<(), String> {
        if self.steps.last().is_none_or(|step| step.closed) {
            if number as usize != self.steps.len() + 1 {
                return Err(format!("step {} was expected", self.steps.len() + 1));
            }
            self.steps.push(Step::new(number, Arc::clone(model)));
        }
        let step = self.open_step(number)?;
        if step.response.is_some() {
            return Err(format!("step {number} was answered before"));
        }
        step.attempts = attempt;
        step.model = Arc::clone(model);
        Ok(())
    }

    fn take_answer(&mut self, number: u32, response: &Response) -> Result<(), String> {
        let index = self.steps.len().saturating_sub(1);
        let step = self.open_step(number)?;
        if step.response.is_some() {
            return Err(format!("step {number} was answered before"));
        }
        step.answer(response.clone());
        let ids: Vec<_> = step.calls.iter().map(|call| call.id().to_owned()).collect();
        self.calls.extend(
            ids.into_iter()
                .enumerate()
                .map(|(position, id)| (id, (index, position))),
        );
        self.usage += response.usage;
        self.transcript
            .push(Message::Assistant(Arc::clone(&response.message)));
        Ok(())
    }

    fn take_settled(
        &mut self,
        id: &str,
        outcome: &CallOutcome,
        progress: &[RawJson],
    ) -> Result<(), String> {
        let call = self.call_in(id, |phase| !matches!(phase, CallPhase::Settled(_)))?;
        call.phase = CallPhase::Settled(outcome.clone());
        call.progress = progress.to_vec();
        Ok(())
    }

    fn take_closed(&mut self, number: u32) -> Result<(), String> {
        let step = self.open_step(number)?;
        if step.response.is_none() || step.calls.iter().any(|call| call.outcome().is_none()) {
            return Err(format!("step {number} has open calls"));
        }
        step.closed = true;
        let results = step.results();
        let failures = step.failures();
        if !results.is_empty() {
            self.transcript.push(Message::Tool(results));
        }
        for message in std::mem::take(&mut self.said) {
            self.transcript.push(message);
            self.turn_began = self.steps.len();
        }
        for (tool, failed) in failures {
            match failed {
                true => *self.failures.entry(tool).or_default() += 1,
                false => _ = self.failures.remove(&tool),
            }
        }
        Ok(())
    }

    fn take_decided(&mut self, id: &str, decision: &Decision) -> Result<(), String> {
        let call = self.call_in(id, |phase| {
            waits_for(phase).is_some_and(|kind| decision.fits(kind))
        })?;
        call.phase = match decision {
            Decision::Approve { input } => {
                call.edited.clone_from(input);
                call.released()
            }
            Decision::Rerun => CallPhase::Ready,
            Decision::Output(output) => CallPhase::Dismissed(CallOutcome::Output(output.clone())),
            Decision::Reject { reason } => CallPhase::Dismissed(CallOutcome::Rejected {
                reason: reason.clone(),
            }),
            Decision::GiveUp { reason } => CallPhase::Dismissed(CallOutcome::GivenUp {
                reason: reason.clone(),
            }),
        };
        // It may have been decided before the run is taken up.
        if let Some(pause) = &mut self.pause {
            pause.pending.retain(|pending| pending.call != id);
            self.decided = true;
        }
        Ok(())
    }

    /// What is said while calls are open goes to the model behind their results.
    fn take_said(&mut self, content: &Arc<[Content]>) {
        self.answer = None;
        self.stop = None;
        let message = Message::User(Arc::clone(content));
        match self.steps.last() {
            Some(step) if !step.closed && step.response.is_some() => self.said.push(message),
            _ => {
                self.transcript.push(message);
                self.turn_began = self.steps.len();
            }
        }
    }

    /// A run that failed or was called off, and is taken up again, hands a failure to the model
    /// instead of failing again.
    fn take_resumed(&mut self) {
        self.pause = None;
        self.decided = false;
        let status = std::mem::replace(&mut self.status, Status::Running);
        if !matches!(status, Status::Failed | Status::Cancelled) {
            return;
        }
        self.failure = None;
        self.failures.clear();
        for call in self
            .steps
            .last_mut()
            .into_iter()
            .flat_map(|step| &mut step.calls)
        {
            if let CallPhase::Settled(CallOutcome::Failed { ends_run, .. }) = &mut call.phase {
                *ends_run = false;
            }
        }
    }

    fn open_step(&mut self, number: u32) -> Result<&mut Step, String> {
        self.steps
            .last_mut()
            .filter(|step| step.number == number && !step.closed)
            .ok_or_else(|| format!("step {number} is not open"))
    }

    /// The call of this id, which must be in such a phase.
    fn call_in(
        &mut self,
        id: &str,
        fits: impl Fn(&CallPhase) -> bool,
    ) -> Result<&mut Call, String> {
        let call = self.call_mut(id)?;
        if fits(&call.phase) {
            Ok(call)
        } else {
            Err(format!(
                "the call `{id}` has got further than that, or not so far"
            ))
        }
    }

    fn call_mut(&mut self, id: &str) -> Result<&mut Call, String> {
        let at = self.calls.get(id).copied();
        at.and_then(|(step, position)| self.steps.get_mut(step)?.calls.get_mut(position))
            .ok_or_else(|| format!("there is no call `{id}`"))
    }
}

/// What a call in this phase waits for.
fn waits_for(phase: &CallPhase) -> Option<PendingKind> {
    match phase {
        CallPhase::AwaitingApproval(_) => Some(PendingKind::ToolApproval),
        CallPhase::AwaitingOutput => Some(PendingKind::Manual),
        CallPhase::Claimed => Some(PendingKind::InDoubt),
        _ => None,
    }
}

pub(super) fn inconsistent(seq: u64, problem: &str) -> LogError {
    LogError::Inconsistent {
        seq,
        problem: problem.to_owned(),
    }
}
