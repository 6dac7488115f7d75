//! The machine: decides what a run does next.

mod asking;
mod calls;
mod closing;
mod consequence;
mod delegate;
mod effect;
mod happening;
mod stopping;
mod survey;
mod thread;

use std::collections::HashSet;
use std::sync::Arc;

use crate::content::Content;
use crate::json::RawJson;

use super::action::{Action, Happened, Misuse};
use super::decision::{Decided, DecisionError, Decisions};
use super::entry::{Entry, Fact};
use super::overrides::Overrides;
use super::path::Path;
use super::rules::Rules;
use super::state::{State, Status};
use thread::{Question, Thread};

/// Decides what a run does next.
///
/// ```text
/// started --> asking --answered with calls--> working --all settled--> asking ...
///               |  |`-answered without--> completed | stopped     |
///               |  `--a person must look--> paused      some wait |--> paused --resumed--> working
///               `--failed--> failed                  one ends it  `--> failed --resumed--> ...
///
/// asking | working --called off--> cancelled --resumed--> ...
/// ```
///
/// A call of a tool that is another agent opens a run of this kind inside the run: its entries carry
/// the call's path, its end settles the call, and what waits in it makes the outer run pause once
/// nothing else goes on.
///
/// What is being executed when a call ends the run, or when the run is called off, is told to stop
/// and waited for, so that the fate of every call is on record.
///
/// What is decided is folded into the [`State`] at once, and becomes an entry to save; what has an
/// effect is offered only when nothing is left to save. So the state is always a fold of the log,
/// and an effect never runs ahead of it.
#[derive(Debug)]
pub struct Machine {
    state: State,
    now: u64,
    /// How many of the unsaved entries are being saved.
    appending: usize,
    /// One for each frame of the state.
    threads: Vec<Thread>,
    /// Calls that are being checked.
    checking: HashSet<String>,
    /// Calls whose agent is asked what it says first.
    opening: HashSet<String>,
    /// Calls that this machine claimed: only these it may execute. A claim that it found in the
    /// log is in doubt.
    claimed: HashSet<String>,
    /// Calls that are being executed.
    executing: HashSet<String>,
    /// Those of them that were told to stop.
    stopping: HashSet<String>,
    /// The run is called off, for this reason.
    cancelled: Option<Option<String>>,
    /// It only records decisions, and the run is somebody else's to drive.
    records: bool,
}

/// What a run begins with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Beginning {
    /// The run's id.
    pub run_id: Arc<str>,
    /// The user message.
    pub prompt: Arc<[Content]>,
    /// The app's own context.
    pub context: Option<RawJson>,
    /// What is said of this run alone.
    pub overrides: Overrides,
}

impl Beginning {
    /// A run of this id with this user message.
    #[must_use]
    pub fn new(run_id: impl Into<Arc<str>>, prompt: Arc<[Content]>) -> Self {
        Self {
            run_id: run_id.into(),
            prompt,
            context: None,
            overrides: Overrides::default(),
        }
    }
}

/// What a run that is taken up is told.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Instructions {
    /// What people decided.
    pub decisions: Decisions,
    /// What somebody says to the model, and who.
    pub said: Option<Said>,
    /// What is said of this run alone from here on.
    pub overrides: Overrides,
    /// The app's own context, if it is another from here on.
    pub context: Option<RawJson>,
    /// Calls about which something was decided that the tool does not take: it may be decided anew.
    pub void: Vec<String>,
    /// Why the run is called off at once, if it is.
    pub called_off: Option<Option<String>>,
}

/// What somebody says to the model, and who.
pub type Said = (Arc<[Content]>, Option<String>);

impl Instructions {
    /// All that a run is told.
    #[must_use]
    pub fn new(
        decisions: Decisions,
        said: Option<Said>,
        overrides: Overrides,
        context: Option<RawJson>,
    ) -> Self {
        Self {
            decisions,
            said,
            overrides,
            context,
            ..Self::default()
        }
    }
}

impl From<Decisions> for Instructions {
    fn from(decisions: Decisions) -> Self {
        Self {
            decisions,
            ..Self::default()
        }
    }
}

impl Machine {
    /// A new run. `now` is in milliseconds since the Unix epoch.
    #[must_use]
    pub fn start(rules: Arc<Rules>, beginning: Beginning, now: u64) -> Self {
        let fact = Fact::Started {
            run_id: beginning.run_id,
            agent_id: Arc::clone(&rules.agent_id),
            prompt: beginning.prompt,
            context: beginning.context,
            overrides: beginning.overrides,
        };
        let entry = Entry::new(1, now, Path::default(), fact);
        let state = State::begin(Arc::new(entry)).expect("entry 1 is `started`");
        Self::new(rules, state, now)
    }

    /// A run that is taken up where it stands, with what it is told. One that is completed goes on
    /// only if something is said to the model; one that is stopped also if something else is said of
    /// it, such as another limit; one that waits for decisions only if something changes.
    ///
    /// # Errors
    /// When a decision cannot be taken; then nothing is changed, and the state comes back.
    pub fn resume(
        rules: Arc<Rules>,
        state: State,
        instructions: Instructions,
        now: u64,
    ) -> Result<Self, (DecisionError, Box<State>)> {
        let Instructions {
            decisions,
            said,
            overrides,
            context,
            void,
            called_off,
        } = instructions;
        let is_changed = !overrides.is_empty() || context.is_some();
        let is_called_off = called_off.is_some();
        let is_given = !decisions.is_empty() || said.is_some() || is_changed || is_called_off;
        let (mut machine, decisions) = Self::take_up(rules, state, decisions, &void, now)?;
        let goes_on = match machine.state.status() {
            Status::Completed => said.is_some(),
            Status::Stopped => said.is_some() || is_changed,
            Status::WaitingForHuman => is_given || machine.state.has_decisions(),
            Status::Running | Status::Failed | Status::Cancelled => true,
        };
        if goes_on {
            machine.push(0, Fact::Resumed { overrides, context });
            for decided in decisions {
                machine.push(0, decided.into());
            }
            if let Some((content, by)) = said {
                machine.push(0, Fact::Said { content, by });
            }
            machine.cancelled = called_off;
        }
        Ok(machine)
    }

    /// A run with decisions added that are carried out when it is resumed. Nothing runs: the next
    /// action saves them, and the one after it is [`Action::Done`].
    ///
    /// # Errors
    /// When a decision cannot be taken; then nothing is changed, and the state comes back.
    pub fn decide(
        state: State,
        decisions: Decisions,
        now: u64,
    ) -> Result<Self, (DecisionError, Box<State>)> {
        let rules = Arc::new(Rules::new(""));
        let (mut machine, decisions) = Self::take_up(rules, state, decisions, &[], now)?;
        machine.records = true;
        for decided in decisions {
            machine.push(0, decided.into());
        }
        Ok(machine)
    }

    /// A machine for a state that was saved, and the decisions if each of them can be taken.
    fn take_up(
        rules: Arc<Rules>,
        state: State,
        decisions: Decisions,
        void: &[String],
        now: u64,
    ) -> Result<(Self, Vec<Decided>), (DecisionError, Box<State>)> {
        let decisions = match decisions.checked(&state.decidable(void), |id| state.standing(id)) {
            Ok(decisions) => decisions,
            Err(error) => return Err((error, Box::new(state))),
        };
        let now = state.entries().last().map_or(now, |last| now.max(last.at));
        Ok((Self::new(rules, state, now), decisions))
    }

    fn new(rules: Arc<Rules>, state: State, now: u64) -> Self {
        let mut machine = Self {
            state,
            now,
            appending: 0,
            threads: vec![Thread::new(Some(rules))],
            checking: HashSet::new(),
            opening: HashSet::new(),
            claimed: HashSet::new(),
            executing: HashSet::new(),
            stopping: HashSet::new(),
            cancelled: None,
            records: false,
        };
        machine.add_threads();
        machine
    }

    /// The state, with what is not saved yet.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state, taken out.
    #[must_use]
    pub fn into_state(self) -> State {
        self.state
    }

    /// Takes back the claims that could not be saved: nothing of their calls was begun, and a state that
    /// is kept must not say that something may have been.
    pub(crate) fn take_back_claims(&mut self) {
        let unbegun = |id: &String| !self.executing.contains(id);
        let calls: HashSet<_> = self
            .claimed
            .iter()
            .filter(|id| unbegun(id))
            .cloned()
            .collect();
        if let Some(state) = self.state.without_claims(&calls) {
            self.state = state;
            self.claimed.retain(|id| !calls.contains(id));
        }
    }

    /// What to do next.
    #[expect(
        clippy::should_implement_trait,
        reason = "a machine that is done is not an exhausted iterator"
    )]
    pub fn next(&mut self) -> Action {
        if self.appending > 0 {
            return Action::Wait;
        }
        while let Some((frame, fact)) = self.consequence().filter(|_| !self.records) {
            self.push(frame, fact);
        }
        let unsaved = self.state.unsaved();
        if !unsaved.is_empty() {
            self.appending = unsaved.len();
            return Action::Append {
                expected_seq: self.state.saved(),
                entries: unsaved.to_vec(),
            };
        }
        if self.records {
            return Action::Done;
        }
        self.effect()
    }

    /// Takes what happened. `now` is in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// When it was not asked for. Nothing is changed then.
    pub fn apply(&mut self, now: u64, happened: Happened) -> Result<(), Misuse> {
        // A clock that steps back does not turn the log around.
        self.now = self.now.max(now);
        match happened {
            Happened::Appended => self.appended(),
            Happened::Planned { path, settings } => self.planned(&path, settings),
            Happened::Answered {
                path,
                response,
                answer,
                review,
            } => self.answered(&path, response, answer, review),
            Happened::ModelFailed {
                path,
                failure,
                usage,
            } => self.model_failed(&path, failure, usage),
            Happened::Interrupted { path, stop } => self.interrupted(&path, stop),
            Happened::Checked { call, verdict } => self.checked(call, verdict),
            Happened::Opened {
                call,
                prompt,
                context,
            } => self.opened(call, prompt, context),
            Happened::Settled { call, settlement } => self.settled(call, settlement),
            Happened::Stopped { call, progress } => self.stopped(call, progress),
            Happened::Cancelled { reason } => self.call_off(reason),
        }
    }

    fn push(&mut self, frame: usize, fact: Fact) {
        match &fact {
            Fact::CallClaimed { call, .. } => _ = self.claimed.insert(call.clone()),
            Fact::CallSettled { call, .. } | Fact::CallHandedOver { call, .. } => {
                self.claimed.remove(call);
                self.stopping.remove(call);
            }
            Fact::ModelAsked { .. } => {
                let thread = &mut self.threads[frame];
                thread.question = Question::Claimed;
                thread.plan = thread::Plan::No;
            }
            _ => {}
        }
        let path = Arc::clone(self.state.frames()[frame].path());
        self.write(path, fact);
    }

    fn write(&mut self, path: Path, fact: Fact) {
        let seq = self.state.entries().len() as u64 + 1;
        let taken = self
            .state
            .push(Arc::new(Entry::new(seq, self.now, path, fact)));
        debug_assert!(
            taken.is_ok(),
            "the machine wrote a log that does not fold: {taken:?}"
        );
    }
}
