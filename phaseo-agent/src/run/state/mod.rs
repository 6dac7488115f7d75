//! The state of a run: a fold of its log.

mod fold;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::item::{AssistantMessage, Item, Message, ToolCall};
use crate::json::RawJson;
use crate::model::Transcript;
use crate::usage::Usage;

use super::entry::{Entry, LogError};
use super::failure::Failure;
use super::pause::Pause;
use super::step::{Call, CallPhase, Step};
use super::stop::Stop;
use fold::inconsistent;

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
    /// What was said while calls were open.
    said: Vec<Message>,
    /// How many steps there were when the user spoke last.
    turn_began: usize,
    /// How long it has gone on, in milliseconds.
    active_ms: u64,
    /// Whether something was decided while the run was paused.
    decided: bool,
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

    /// How long it has gone on, in milliseconds. The time that it waited for people, or lay idle
    /// until it was taken up, does not count.
    #[must_use]
    pub fn active_ms(&self) -> u64 {
        self.active_ms
    }

    /// The call of this id.
    #[must_use]
    pub fn call(&self, id: &str) -> Option<&Call> {
        let (step, position) = self.calls.get(id)?;
        self.steps.get(*step)?.calls.get(*position)
    }

    /// The calls that decisions released or settled and that nothing was done about yet.
    pub(crate) fn decided_calls(&self) -> impl Iterator<Item = &Call> {
        let calls = self.steps.last().into_iter().flat_map(|step| &step.calls);
        calls.filter(|call| matches!(call.phase(), CallPhase::Ready | CallPhase::Dismissed(_)))
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

    /// The steps since the user spoke last.
    pub(super) fn turn(&self) -> &[Step] {
        self.steps.get(self.turn_began..).unwrap_or_default()
    }

    /// Whether something was decided while the run was paused, and waits to be carried out.
    pub(super) fn has_decisions(&self) -> bool {
        self.decided
    }

    pub(super) fn saved(&self) -> u64 {
        self.saved as u64
    }

    pub(super) fn mark_saved(&mut self, entries: usize) {
        self.saved = (self.saved + entries).min(self.entries.len());
    }

    /// Gives the calls of an answer ids that are unique in this run, and the provider an id for
    /// each, since some send none or send one twice. A call that is sent again in one answer, with
    /// the same id, name and arguments, is one call.
    pub(super) fn with_unique_ids(&self, message: &AssistantMessage) -> AssistantMessage {
        let mut message = message.clone();
        let mut calls: Vec<ToolCall> = Vec::new();
        let step = self.steps.len();
        message.items.retain_mut(|item| {
            let Item::ToolCall(call) = item else {
                return true;
            };
            if calls.iter().any(|earlier| is_repeated(earlier, call)) {
                return false;
            }
            let sent = call.clone();
            if call.provider_id.is_empty()
                || calls.iter().any(|c| c.provider_id == call.provider_id)
            {
                call.provider_id = format!("call_{step}_{}", calls.len() + 1);
            }
            call.id = self.unique_id(&call.provider_id, &calls);
            calls.push(ToolCall {
                id: call.id.clone(),
                ..sent
            });
            true
        });
        message
    }

    fn unique_id(&self, provider_id: &str, new: &[ToolCall]) -> String {
        let is_taken =
            |id: &str| self.calls.contains_key(id) || new.iter().any(|call| call.id == id);
        let mut id = provider_id.to_owned();
        let mut repeat = 2;
        while is_taken(&id) {
            id = format!("{provider_id}#{repeat}");
            repeat += 1;
        }
        id
    }
}

/// Whether a provider sent `call` before in the same answer.
fn is_repeated(earlier: &ToolCall, call: &ToolCall) -> bool {
    let value = |call: &ToolCall| serde_json::from_str::<serde_json::Value>(call.input()).ok();
    !call.provider_id.is_empty()
        && (&earlier.provider_id, &earlier.name) == (&call.provider_id, &call.name)
        && (earlier.arguments == call.arguments
            || value(earlier).is_some_and(|input| value(call) == Some(input)))
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
