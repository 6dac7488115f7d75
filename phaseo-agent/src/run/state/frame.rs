//! One agent's part of a run.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::item::Message;
use crate::json::RawJson;
use crate::model::Transcript;
use crate::run::failure::Failure;
use crate::run::overrides::Overrides;
use crate::run::path::Path;
use crate::run::step::{Call, Step};
use crate::run::stop::Stop;
use crate::tool::NextTurn;
use crate::usage::Usage;

use super::Status;

/// One agent's part of a run: that of the outer agent, or of a sub-agent that a call opened.
///
/// `Debug` is short: what was said stays out of crash reports.
#[derive(Clone)]
pub struct Frame {
    pub(super) path: Path,
    /// The frame whose call opened it: its index.
    pub(super) parent: Option<usize>,
    pub(super) agent_id: Arc<str>,
    pub(super) status: Status,
    pub(super) transcript: Transcript,
    pub(super) steps: Vec<Step>,
    /// By tool name, in how many closed steps in a row it failed.
    pub(super) failures: HashMap<String, u32>,
    /// What was said while calls were open.
    pub(super) said: Vec<Message>,
    /// How many steps there were when the user spoke last.
    pub(super) turn_began: usize,
    /// How long the run had gone on when it began, and how long it has gone on since, in
    /// milliseconds.
    pub(super) began_ms: u64,
    pub(super) active_ms: u64,
    pub(super) usage: Usage,
    pub(super) context: Option<RawJson>,
    /// Whether a call set the context, or the agent's own function did.
    pub(super) context_set: bool,
    pub(super) overrides: Overrides,
    /// What the calls of the last closed step change for the next question.
    pub(super) next_turn: NextTurn,
    /// The limit that was met, once the model is asked for the last time.
    pub(super) last_turn: Option<Stop>,
    pub(super) stop: Option<Stop>,
    pub(super) answer: Option<RawJson>,
    pub(super) failure: Option<Failure>,
}

impl Frame {
    pub(super) fn new(
        path: Path,
        parent: Option<usize>,
        agent_id: Arc<str>,
        prompt: Message,
    ) -> Self {
        Self {
            path,
            parent,
            agent_id,
            status: Status::Running,
            transcript: [prompt].into_iter().collect(),
            steps: Vec::new(),
            failures: HashMap::new(),
            said: Vec::new(),
            turn_began: 0,
            began_ms: 0,
            active_ms: 0,
            usage: Usage::default(),
            context: None,
            context_set: false,
            overrides: Overrides::default(),
            next_turn: NextTurn::default(),
            last_turn: None,
            stop: None,
            answer: None,
            failure: None,
        }
    }

    /// The ids of the sub-agent calls that it lies in, its own last; empty for the outer agent.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The agent's id.
    #[must_use]
    pub fn agent_id(&self) -> &str {
        &self.agent_id
    }

    /// Where it stands. A sub-agent that waits for people is `Running`: only a run pauses.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Its steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps since the user spoke last.
    #[must_use]
    pub fn turn(&self) -> &[Step] {
        self.steps.get(self.turn_began..).unwrap_or_default()
    }

    /// Its conversation so far.
    #[must_use]
    pub fn transcript(&self) -> &[Message] {
        self.transcript.messages()
    }

    /// The sum of what its model calls used, those of its sub-agents included.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// How long it has gone on, in milliseconds. The time that the run waited for people, or lay
    /// idle until it was taken up, does not count.
    #[must_use]
    pub fn active_ms(&self) -> u64 {
        self.active_ms
    }

    /// The app's own context as it stands. A value that is not there is read as `null`.
    ///
    /// # Errors
    /// When it is not a `C`.
    pub fn context<C: DeserializeOwned>(&self) -> Result<C, serde_json::Error> {
        match &self.context {
            Some(context) => context.read(),
            None => RawJson::null().read(),
        }
    }

    /// The app's own context as JSON, if there is one.
    #[must_use]
    pub fn context_json(&self) -> Option<&RawJson> {
        self.context.as_ref()
    }

    /// The last call that came to an end, in the model's order.
    #[must_use]
    pub fn last_tool_call(&self) -> Option<&Call> {
        let calls = self
            .steps
            .iter()
            .rev()
            .flat_map(|step| step.calls.iter().rev());
        calls.into_iter().find(|call| call.outcome().is_some())
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

    pub(in crate::run) fn shared_transcript(&self) -> Transcript {
        self.transcript.clone()
    }

    pub(in crate::run) fn last_step(&self) -> Option<&Step> {
        self.steps.last()
    }

    /// The step whose calls are not all settled, or that is not answered.
    pub(in crate::run) fn open_step(&self) -> Option<&Step> {
        self.steps.last().filter(|step| !step.closed)
    }

    pub(in crate::run) fn failures_of(&self, tool: &str) -> u32 {
        self.failures.get(tool).copied().unwrap_or_default()
    }

    pub(in crate::run) fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    pub(in crate::run) fn next_turn(&self) -> &NextTurn {
        &self.next_turn
    }

    pub(in crate::run) fn last_turn(&self) -> Option<&Stop> {
        self.last_turn.as_ref()
    }

    /// The context that its calls set, for whoever called it.
    pub(in crate::run) fn context_left(&self) -> Option<&RawJson> {
        self.context.as_ref().filter(|_| self.context_set)
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("path", &self.path)
            .field("agent_id", &self.agent_id)
            .field("status", &self.status)
            .field("steps", &self.steps.len())
            .field("usage", &self.usage)
            .finish_non_exhaustive()
    }
}
