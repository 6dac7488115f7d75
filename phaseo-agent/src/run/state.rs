//! The state of a run: a fold of its log.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::item::{AssistantMessage, Item, Message};
use crate::json::RawJson;
use crate::model::{Response, Transcript};
use crate::usage::Usage;

use super::decision::Decision;
use super::entry::{CallOutcome, Entry, Fact, LogError};
use super::failure::Failure;
use super::pause::Pause;
use super::step::{Call, CallPhase, Step};
use super::stop::Stop;

/// The state of a run: a fold of its log, and nothing that the log does not say.
///
/// `Debug` is short: what was said stays out of crash reports.
#[derive(Clone)]
pub struct State {
    run_id: Arc<str>,
    agent_id: Arc<str>,
    status: Status,
    entries: Vec<Arc<Entry>>,
    saved: usize,
    transcript: Transcript,
    steps: Vec<Step>,
    /// Where each call is: the index of its step, and its index there.
    calls: HashMap<String, (usize, usize)>,
    /// By tool name, in how many closed steps in a row it failed.
    failures: HashMap<String, u32>,
    usage: Usage,
    pause: Option<Pause>,
    stop: Option<Stop>,
    answer: Option<RawJson>,
    failure: Option<Failure>,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// It goes on, or was lost while it did.
    Running,
    /// People must decide.
    WaitingForHuman,
    /// It ended with an answer.
    Completed,
    /// It ended without one, as told to.
    Stopped,
    /// It could not go on.
    Failed,
    /// It was called off.
    Cancelled,
}

impl Status {
    /// The name in logs and events.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::WaitingForHuman => "waiting_for_human",
            Self::Completed => "completed",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

impl State {
    /// Folds a log.
    ///
    /// # Errors
    /// When the entries do not follow from each other.
    pub fn fold(entries: impl IntoIterator<Item = Arc<Entry>>) -> Result<Self, LogError> {
        let mut entries = entries.into_iter();
        let first = entries
            .next()
            .ok_or_else(|| inconsistent(1, "the log is empty"))?;
        let mut state = Self::begin(first)?;
        for entry in entries {
            state.push(entry)?;
        }
        state.saved = state.entries.len();
        Ok(state)
    }

    pub(super) fn begin(entry: Arc<Entry>) -> Result<Self, LogError> {
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
            usage: Usage::default(),
            pause: None,
            stop: None,
            answer: None,
            failure: None,
            entries: vec![entry],
        })
    }

    /// Takes one more entry.
    pub(super) fn push(&mut self, entry: Arc<Entry>) -> Result<(), LogError> {
        let seq = entry.seq;
        if seq != self.entries.len() as u64 + 1 {
            return Err(inconsistent(
                seq,
                &format!("entry {} was expected", self.entries.len() + 1),
            ));
        }
        self.take(&entry.fact)
            .map_err(|problem| inconsistent(seq, &problem))?;
        self.entries.push(entry);
        Ok(())
    }

    fn take(&mut self, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::Started { .. } => return Err("a run starts once".to_owned()),
            Fact::ModelAsked {
                step,
                attempt,
                model,
            } => self.take_asked(*step, *attempt, model)?,
            Fact::ModelAnswered { step, response } => self.take_answer(*step, response)?,
            Fact::ModelFailed { .. } => {}
            Fact::CallChecked { call, approval } => {
                self.call_mut(call)?.phase = match approval {
                    Some(reason) => CallPhase::AwaitingApproval(reason.clone()),
                    None => CallPhase::Ready,
                };
            }
            Fact::CallClaimed { call, attempt, .. } => {
                let call = self.call_mut(call)?;
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
            Fact::Decided { call, decision, .. } => {
                self.call_mut(call)?.phase = match decision {
                    Decision::Approve | Decision::Rerun => CallPhase::Ready,
                    Decision::Reject { reason } => CallPhase::Dismissed(CallOutcome::Rejected {
                        reason: reason.clone(),
                    }),
                    Decision::GiveUp { reason } => CallPhase::Dismissed(CallOutcome::GivenUp {
                        reason: reason.clone(),
                    }),
                };
            }
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
        step.attempts = attempt;
        step.model = Arc::clone(model);
        Ok(())
    }

    fn take_answer(&mut self, number: u32, response: &Response) -> Result<(), String> {
        let index = self.steps.len().saturating_sub(1);
        let step = self.open_step(number)?;
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
        let call = self.call_mut(id)?;
        if matches!(call.phase, CallPhase::Settled(_)) {
            return Err(format!("the call `{id}` was settled before"));
        }
        call.phase = CallPhase::Settled(outcome.clone());
        call.progress = progress.to_vec();
        Ok(())
    }

    fn take_closed(&mut self, number: u32) -> Result<(), String> {
        let step = self.open_step(number)?;
        step.closed = true;
        let results = step.results();
        let failures = step.failures();
        if !results.is_empty() {
            self.transcript.push(Message::Tool(results));
        }
        for (tool, failed) in failures {
            match failed {
                true => *self.failures.entry(tool).or_default() += 1,
                false => _ = self.failures.remove(&tool),
            }
        }
        Ok(())
    }

    /// A failed run that is taken up again hands the failure to the model instead of failing again.
    fn take_resumed(&mut self) {
        self.pause = None;
        if std::mem::replace(&mut self.status, Status::Running) != Status::Failed {
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

    fn call_mut(&mut self, id: &str) -> Result<&mut Call, String> {
        let at = self.calls.get(id).copied();
        at.and_then(|(step, position)| self.steps.get_mut(step)?.calls.get_mut(position))
            .ok_or_else(|| format!("there is no call `{id}`"))
    }

    // ---- what a reader sees ------------------------------------------------------------------

    /// The run's id.
    #[must_use]
    pub fn run_id(&self) -> &str {
        &self.run_id
    }

    /// The id of the agent whose run it is.
    #[must_use]
    pub fn agent_id(&self) -> &str {
        &self.agent_id
    }

    /// Where it stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Its steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The conversation so far.
    #[must_use]
    pub fn transcript(&self) -> &[Message] {
        self.transcript.messages()
    }

    /// The sum of what its model calls used.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The call of this id.
    #[must_use]
    pub fn call(&self, id: &str) -> Option<&Call> {
        let (step, position) = self.calls.get(id)?;
        self.steps.get(*step)?.calls.get(*position)
    }

    /// What it waits for, if it is paused.
    #[must_use]
    pub fn pause(&self) -> Option<&Pause> {
        self.pause.as_ref()
    }

    /// Why it stopped, if it has.
    #[must_use]
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The answer as JSON, if it is completed.
    #[must_use]
    pub fn answer(&self) -> Option<&RawJson> {
        self.answer.as_ref()
    }

    /// Why it failed, if it has.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The whole log, saved or not.
    #[must_use]
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The end of the log that the store has not taken.
    #[must_use]
    pub fn unsaved(&self) -> &[Arc<Entry>] {
        &self.entries[self.saved..]
    }

    pub(super) fn shared_transcript(&self) -> Transcript {
        self.transcript.clone()
    }

    pub(super) fn last_step(&self) -> Option<&Step> {
        self.steps.last()
    }

    pub(super) fn failures_of(&self, tool: &str) -> u32 {
        self.failures.get(tool).copied().unwrap_or_default()
    }

    pub(super) fn called_a_tool(&self) -> bool {
        !self.calls.is_empty()
    }

    pub(super) fn saved(&self) -> u64 {
        self.saved as u64
    }

    pub(super) fn mark_saved(&mut self, entries: usize) {
        self.saved = (self.saved + entries).min(self.entries.len());
    }

    /// Gives the calls of an answer ids that are unique in this run, and the provider an id for
    /// each, since some send none or send one twice.
    pub(super) fn with_unique_ids(&self, message: &AssistantMessage) -> AssistantMessage {
        let mut message = message.clone();
        let mut new: Vec<String> = Vec::new();
        let mut provider: Vec<String> = Vec::new();
        let step = self.steps.len();
        let calls = message.items.iter_mut().filter_map(|item| match item {
            Item::ToolCall(call) => Some(call),
            _ => None,
        });
        for (position, call) in calls.enumerate() {
            if call.provider_id.is_empty() || provider.contains(&call.provider_id) {
                call.provider_id = format!("call_{step}_{}", position + 1);
            }
            provider.push(call.provider_id.clone());
            let mut id = call.provider_id.clone();
            let mut repeat = 2;
            while self.calls.contains_key(&id) || new.contains(&id) {
                id = format!("{}#{repeat}", call.provider_id);
                repeat += 1;
            }
            new.push(id.clone());
            call.id = id;
        }
        message
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("run_id", &self.run_id)
            .field("agent_id", &self.agent_id)
            .field("status", &self.status)
            .field("steps", &self.steps.len())
            .field("usage", &self.usage)
            .field("entries", &self.entries.len())
            .field("unsaved", &self.unsaved().len())
            .finish_non_exhaustive()
    }
}

fn inconsistent(seq: u64, problem: &str) -> LogError {
    LogError::Inconsistent {
        seq,
        problem: problem.to_owned(),
    }
}
