//! The machine: decides what a run does next.

mod consequence;
mod effect;
mod happening;

use std::collections::HashSet;
use std::sync::Arc;

use crate::content::Content;

use super::action::{Action, Happened, Misuse};
use super::decision::{Decided, DecisionError, Decisions};
use super::entry::{CallOutcome, Entry, Fact};
use super::rules::Rules;
use super::state::{State, Status};

/// Decides what a run does next.
///
/// ```text
/// started --> asking --answered with calls--> working --all settled--> asking ...
///               |  `--answered without--> completed | stopped     |
///               |                                       some wait |--> paused --resumed--> working
///               `--failed--> failed                  one ends it  `--> failed --resumed--> ...
///
/// asking | working --called off--> cancelled --resumed--> ...
/// ```
///
/// What is being executed when a call ends the run, or when the run is called off, is told to stop
/// and waited for, so that the fate of every call is on record.
///
/// What is decided is folded into the [`State`] at once, and becomes an entry to save; what has an
/// effect is offered only when nothing is left to save. So the state is always a fold of the log,
/// and an effect never runs ahead of it.
#[derive(Debug)]
pub struct Machine {
    rules: Arc<Rules>,
    state: State,
    now: u64,
    /// How many of the unsaved entries are being saved.
    appending: usize,
    ask: Asking,
    /// Calls that are being checked.
    checking: HashSet<String>,
    /// Calls that this machine claimed: only these it may execute. A claim that it found in the
    /// log is in doubt.
    claimed: HashSet<String>,
    /// Calls that are being executed.
    executing: HashSet<String>,
    /// Those of them that were told to stop.
    stopping: HashSet<String>,
    /// The run is called off, for this reason.
    cancelled: Option<Option<String>>,
}

/// What somebody says to the model, and who.
pub type Said = (Arc<[Content]>, Option<String>);

/// Whether this machine asked the model for the open step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asking {
    No,
    /// It said so in the log.
    Claimed,
    /// The question is on its way.
    InFlight,
}

impl Machine {
    /// A new run. `now` is in milliseconds since the Unix epoch.
    #[must_use]
    pub fn start(
        rules: Arc<Rules>,
        run_id: Arc<str>,
        agent_id: Arc<str>,
        prompt: Arc<[Content]>,
        now: u64,
    ) -> Self {
        let entry = Entry::new(
            1,
            now,
            Fact::Started {
                run_id,
                agent_id,
                prompt,
            },
        );
        let state = State::begin(Arc::new(entry)).expect("entry 1 is `started`");
        Self::new(rules, state, now)
    }

    /// A run that is taken up where it stands, with these decisions and with what somebody says. A
    /// run that is completed or stopped and is told nothing, or that waits for decisions and gets
    /// none, is done as it is.
    ///
    /// # Errors
    /// When a decision cannot be taken; then nothing is changed, and the state comes back.
    pub fn resume(
        rules: Arc<Rules>,
        state: State,
        decisions: Decisions,
        said: Option<Said>,
        now: u64,
    ) -> Result<Self, (DecisionError, Box<State>)> {
        let is_given = !decisions.is_empty() || said.is_some();
        let (mut machine, decisions) = Self::take_up(rules, state, decisions, now)?;
        let goes_on = match machine.state.status() {
            Status::Completed | Status::Stopped => said.is_some(),
            Status::WaitingForHuman => is_given || machine.state.has_decisions(),
            Status::Running | Status::Failed | Status::Cancelled => true,
        };
        if goes_on {
            machine.push(Fact::Resumed);
            for decided in decisions {
                machine.push(decided.into());
            }
            if let Some((content, by)) = said {
                machine.push(Fact::Said { content, by });
            }
        }
        Ok(machine)
    }

    /// A paused run with decisions added that are carried out when it is resumed. Nothing runs: the
    /// next action saves them, and the one after it is [`Action::Done`].
    ///
    /// # Errors
    /// When a decision cannot be taken; then nothing is changed, and the state comes back.
    pub fn decide(
        state: State,
        decisions: Decisions,
        now: u64,
    ) -> Result<Self, (DecisionError, Box<State>)> {
        let rules = Arc::new(Rules::new(""));
        let (mut machine, decisions) = Self::take_up(rules, state, decisions, now)?;
        for decided in decisions {
            machine.push(decided.into());
        }
        Ok(machine)
    }

    /// A machine for a state that was saved, and the decisions if each of them can be taken.
    fn take_up(
        rules: Arc<Rules>,
        state: State,
        decisions: Decisions,
        now: u64,
    ) -> Result<(Self, Vec<Decided>), (DecisionError, Box<State>)> {
        let decisions = match decisions.checked(state.pause(), |call| state.call(call).is_some()) {
            Ok(decisions) => decisions,
            Err(error) => return Err((error, Box::new(state))),
        };
        let now = state.entries().last().map_or(now, |last| now.max(last.at));
        Ok((Self::new(rules, state, now), decisions))
    }

    fn new(rules: Arc<Rules>, state: State, now: u64) -> Self {
        Self {
            rules,
            state,
            now,
            appending: 0,
            ask: Asking::No,
            checking: HashSet::new(),
            claimed: HashSet::new(),
            executing: HashSet::new(),
            stopping: HashSet::new(),
            cancelled: None,
        }
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

    /// What to do next.
    #[expect(
        clippy::should_implement_trait,
        reason = "a machine that is done is not an exhausted iterator"
    )]
    pub fn next(&mut self) -> Action {
        if self.appending > 0 {
            return Action::Wait;
        }
        while let Some(fact) = self.consequence() {
            self.push(fact);
        }
        let unsaved = self.state.unsaved();
        if !unsaved.is_empty() {
            self.appending = unsaved.len();
            return Action::Append {
                expected_seq: self.state.saved(),
                entries: unsaved.to_vec(),
            };
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
            Happened::Answered { response, answer } => self.answered(response, answer),
            Happened::ModelFailed(failure) => self.model_failed(failure),
            Happened::Checked { call, verdict } => self.checked(call, verdict),
            Happened::Settled { call, result } => self.settled(call, result),
            Happened::Stopped { call } => self.stopped(call),
            Happened::Cancelled { reason } => self.call_off(reason),
        }
    }

    fn push(&mut self, fact: Fact) {
        match &fact {
            Fact::CallClaimed { call, .. } => _ = self.claimed.insert(call.clone()),
            Fact::CallSettled { call, .. } => {
                self.claimed.remove(call);
                self.stopping.remove(call);
            }
            Fact::ModelAsked { .. } => self.ask = Asking::Claimed,
            _ => {}
        }
        let entry = Arc::new(Entry::new(
            self.state.entries().len() as u64 + 1,
            self.now,
            fact,
        ));
        let taken = self.state.push(entry);
        debug_assert!(
            taken.is_ok(),
            "the machine wrote a log that does not fold: {taken:?}"
        );
    }
}

fn settled(call: &str, outcome: CallOutcome) -> Fact {
    Fact::CallSettled {
        call: call.to_owned(),
        outcome,
        progress: Vec::new(),
    }
}
