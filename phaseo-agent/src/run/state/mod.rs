//! The state of a run: a fold of its log.

mod fold;
mod frame;
mod ids;
mod waiting;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::item::Message;
use crate::json::RawJson;
use crate::usage::Usage;

use super::decision::Standing;
use super::entry::{Entry, Fact, LogError};
use super::failure::Failure;
use super::path::Path;
use super::pause::Pause;
use super::step::{Call, Step};
use super::stop::Stop;
use fold::inconsistent;
pub use frame::Frame;

/// The state of a run: a fold of its log, and nothing that the log does not say.
///
/// It is written as JSON by its log alone, `{"log": [..]}`, and read by folding it again, so that a
/// run can be kept anywhere: [`Agent::resume`](crate::Agent::resume) takes it up.
///
/// `Debug` is short: what was said stays out of crash reports.
#[derive(Clone)]
pub struct State {
    run_id: Arc<str>,
    entries: Vec<Arc<Entry>>,
    saved: usize,
    /// One for each agent that has begun, the outer one first.
    frames: Vec<Frame>,
    /// The frames of sub-agents, by the calls that opened them.
    opened: HashMap<String, usize>,
    calls: HashMap<String, Place>,
    /// By the id that a provider sent, how often it did.
    repeats: HashMap<String, u32>,
    /// The frames whose answers are or were under review, by the reviews' ids.
    reviews: HashMap<String, usize>,
    active_ms: u64,
    /// Whether something was decided while the run was paused.
    decided: bool,
    pause: Option<Pause>,
}

/// Where a call is.
#[derive(Clone, Copy, Debug)]
struct Place {
    frame: usize,
    step: usize,
    position: usize,
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

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
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
        self.root().agent_id()
    }

    /// Where it stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.root().status()
    }

    /// The outer agent's part of it.
    #[must_use]
    pub fn root(&self) -> &Frame {
        &self.frames[0]
    }

    /// The part of the sub-agent that the call of this id opened.
    #[must_use]
    pub fn opened_by(&self, call: &str) -> Option<&Frame> {
        self.frames.get(*self.opened.get(call)?)
    }

    /// The parts of all agents that have begun, the outer one first.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The outer agent's steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.root().steps()
    }

    /// The outer agent's conversation so far.
    #[must_use]
    pub fn transcript(&self) -> &[Message] {
        self.root().transcript()
    }

    /// The sum of what its model calls used, those of sub-agents included.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.root().usage()
    }

    /// How long it has gone on, in milliseconds. The time that it waited for people, or lay idle
    /// until it was taken up, does not count.
    #[must_use]
    pub fn active_ms(&self) -> u64 {
        self.active_ms
    }

    /// The call of this id, of whichever agent.
    #[must_use]
    pub fn call(&self, id: &str) -> Option<&Call> {
        let place = self.calls.get(id)?;
        let step = self.frames.get(place.frame)?.steps.get(place.step)?;
        step.calls.get(place.position)
    }

    /// The calls that somebody decided about and that nothing was done about yet.
    pub(crate) fn decided_calls(&self) -> impl Iterator<Item = (&Path, &Call)> {
        let frames = self.frames.iter().enumerate();
        let live = frames.filter(|(at, _)| self.lineage(*at).skip(1).all(|at| self.goes_on(at)));
        let calls = live.flat_map(|(_, frame)| {
            let calls = frame.last_step().into_iter().flat_map(|step| &step.calls);
            calls.map(|call| (&frame.path, call))
        });
        calls.filter(|(_, call)| call.is_decided())
    }

    /// Whether the frame can go on, if only once the run is taken up.
    fn goes_on(&self, at: usize) -> bool {
        at == 0 || self.frames[at].status == Status::Running
    }

    /// What it waits for, if it is paused.
    #[must_use]
    pub fn pause(&self) -> Option<&Pause> {
        self.pause.as_ref()
    }

    /// Why it stopped, if it has.
    #[must_use]
    pub fn stop(&self) -> Option<&Stop> {
        self.root().stop()
    }

    /// The answer as JSON, if it is completed.
    #[must_use]
    pub fn answer(&self) -> Option<&RawJson> {
        self.root().answer()
    }

    /// Why it failed, if it has.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.root().failure()
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

    /// The frame at `path`.
    pub(super) fn frame_at(&self, path: &[String]) -> Option<usize> {
        match path.last() {
            None => Some(0),
            Some(call) => {
                let at = self.opened.get(call).copied();
                at.filter(|at| *self.frames[*at].path == *path)
            }
        }
    }

    /// The frame whose call this is.
    pub(super) fn frame_of(&self, call: &str) -> Option<usize> {
        Some(self.calls.get(call)?.frame)
    }

    /// The frame that the call opened.
    pub(super) fn frame_behind(&self, call: &str) -> Option<usize> {
        self.opened.get(call).copied()
    }

    /// The frame and those that it lies in, itself first.
    pub(super) fn lineage(&self, frame: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(frame), |at| self.frames[*at].parent)
    }

    /// The frame whose call opened this one.
    pub(super) fn parent(&self, frame: usize) -> Option<usize> {
        self.frames[frame].parent
    }

    /// How the call or the review of this id stands, where it waits for nobody.
    pub(super) fn standing(&self, id: &str) -> Standing {
        let is_decided = match self.call(id) {
            Some(call) => call.is_decided(),
            None if !self.knows(id) => return Standing::Unknown,
            None => self.decided,
        };
        if !is_decided {
            return Standing::NotPending;
        }
        let mut entries = self.entries.iter().rev();
        let by = entries.find_map(|entry| match &entry.fact {
            Fact::Decided { id: of, by, .. } if of == id => Some(by.clone()),
            _ => None,
        });
        Standing::Decided(by.flatten())
    }

    /// Whether a call or a review has this id.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.calls.contains_key(id) || self.reviews.contains_key(id)
    }

    /// Whether something was decided while the run was paused, and waits to be carried out.
    pub(super) fn has_decisions(&self) -> bool {
        self.decided
    }

    /// The same without the unsaved claims of these calls.
    pub(super) fn without_claims(&self, calls: &HashSet<String>) -> Option<Self> {
        let is_claim = |entry: &Entry| matches!(&entry.fact, Fact::CallClaimed { call, .. } if calls.contains(call));
        let (saved, unsaved) = self.entries.split_at(self.saved);
        let kept = unsaved.iter().filter(|entry| !is_claim(entry));
        let numbered = kept.zip(self.saved as u64 + 1..).map(|(entry, seq)| {
            Arc::new(Entry {
                seq,
                ..Entry::clone(entry)
            })
        });
        let mut state = Self::fold(saved.iter().cloned().chain(numbered)).ok()?;
        state.saved = self.saved;
        Some(state)
    }

    pub(super) fn saved(&self) -> u64 {
        self.saved as u64
    }

    pub(super) fn mark_saved(&mut self, entries: usize) {
        self.saved = (self.saved + entries).min(self.entries.len());
    }

    /// Says how many of its entries a store has.
    pub(crate) fn saved_are(&mut self, entries: usize) {
        self.saved = entries.min(self.entries.len());
    }
}

/// A state as one document.
#[derive(Serialize)]
struct Document {
    log: Vec<Arc<Entry>>,
}

impl Serialize for State {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let log = self.entries.clone();
        Document { log }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Lines {
            log: Vec<RawJson>,
        }
        let Lines { log } = Lines::deserialize(deserializer)?;
        let entries = log
            .iter()
            .map(|line| Entry::from_json(line.as_str()).map(Arc::new));
        entries
            .collect::<Result<Vec<_>, _>>()
            .and_then(Self::fold)
            .map_err(|error| serde::de::Error::custom(crate::causes::with_causes(&error)))
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("run_id", &self.run_id)
            .field("agent_id", &self.agent_id())
            .field("status", &self.status())
            .field("steps", &self.steps().len())
            .field("usage", &self.usage())
            .field("entries", &self.entries.len())
            .field("unsaved", &self.unsaved().len())
            .finish_non_exhaustive()
    }
}
