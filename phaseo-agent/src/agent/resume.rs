//! Taking up a run.

use std::fmt;
use std::future::IntoFuture;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::clock::now;
use crate::content::Content;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::json::RawJson;
use crate::run::{
    Decision, DecisionError, Decisions, Instructions, Limits, Machine, Said, State, Status,
};
use crate::runner::{Observer, OnDrop};
use crate::schema::Issue;
use crate::store::{kept, stored};

use super::Agent;
use super::outcome::Run;
use super::prompt::Answer;
use super::settings::{Settings, settings};

/// A run that is about to be taken up, with decisions about its pending calls. Await it.
///
/// All decisions are checked before anything happens, against the run and against the tools: a bad
/// one changes nothing. A paused run without decisions stays as it is, and so does one that is
/// completed and to whose model nothing is said. Calls that are not decided stay pending.
///
/// What is set here beside decisions holds for this run alone, from here on, and is kept with it. A
/// run that a limit has stopped goes on if it is resumed under another.
///
/// # Errors
/// Every error from the moment that the run is read has it as far as it came in [`Error::run`].
///
/// # Cancel safety
/// As for [`Start`](super::Start).
#[must_use = "a run is taken up when this is awaited"]
pub struct Resume<'a, I, T> {
    agent: &'a Agent<I, T>,
    kept: Kept,
    decisions: Decisions,
    said: Option<Said>,
    /// Whether something was said after the last decision.
    said_last: bool,
    /// Why the run is called off at once, if it is.
    called_off: Option<Option<String>>,
    /// What could not be written as JSON.
    unwritable: Option<(String, serde_json::Error)>,
    settings: Settings<'a>,
}

/// A run that is to be taken up: its id, and the store has it; or its [`State`], which the caller
/// kept.
///
/// A state is taken up where it ends. What of it the agent's store does not have is saved there
/// first: all of it, where the run was kept elsewhere; the end, where an append had failed
/// ([`Error::run`]). A store that has more of the run refuses it as a conflict.
///
/// ```
/// use phaseo_agent::Kept;
///
/// let kept = Kept::from("a-run");
/// # let _ = kept;
/// ```
#[derive(Clone, Debug)]
pub enum Kept {
    /// In the store, under this id.
    Id(String),
    /// By the caller.
    State(Box<State>),
}

impl From<String> for Kept {
    fn from(run_id: String) -> Self {
        Self::Id(run_id)
    }
}

impl From<&str> for Kept {
    fn from(run_id: &str) -> Self {
        Self::Id(run_id.to_owned())
    }
}

impl From<&String> for Kept {
    fn from(run_id: &String) -> Self {
        Self::Id(run_id.clone())
    }
}

impl From<State> for Kept {
    fn from(state: State) -> Self {
        Self::State(Box::new(state))
    }
}

impl From<&State> for Kept {
    fn from(state: &State) -> Self {
        state.clone().into()
    }
}

impl<'a, I: Send + 'static, T: Answer> Resume<'a, I, T> {
    pub(super) fn new(agent: &'a Agent<I, T>, kept: Kept) -> Self {
        Self {
            agent,
            kept,
            decisions: Decisions::default(),
            said: None,
            said_last: false,
            called_off: None,
            unwritable: None,
            settings: Settings::default(),
        }
    }

    settings!();

    /// Lets a call that waits for approval run, with the input that the pause shows; or ends the run
    /// with an answer under review.
    pub fn approve(self, call: impl Into<String>) -> Self {
        self.decide(call, Decision::Approve { input: None })
    }

    /// Lets a call that waits for approval run, with another input. It is validated as the model's
    /// was.
    pub fn approve_with(self, call: impl Into<String>, input: impl Serialize) -> Self {
        self.decide_with(call, &input, |input| Decision::Approve {
            input: Some(input),
        })
    }

    /// Supplies the output of a manual call, of one that is in doubt, or of one that its tool handed
    /// over. It is checked against the form in the pause.
    pub fn output(self, call: impl Into<String>, value: impl Serialize) -> Self {
        self.decide_with(call, &value, Decision::Output)
    }

    /// Says something to the model: beside decisions, or on a run that has ended, where it begins
    /// the next user turn of the same conversation. What is said twice is said in two parts.
    pub fn say(mut self, text: impl Into<Content>) -> Self {
        let (parts, by) = self.said.take().unwrap_or_default();
        let parts = parts.iter().cloned().chain([text.into()]).collect();
        self.said = Some((parts, by));
        self.said_last = true;
        self
    }

    /// Does not let a call run, or does not take an answer under review. The model is told the
    /// reason; what it repeats at once is rejected again.
    pub fn reject(self, call: impl Into<String>, reason: impl Into<String>) -> Self {
        self.decide(
            call,
            Decision::Reject {
                reason: reason.into(),
            },
        )
    }

    /// Runs a call that is in doubt again, with the same idempotency key.
    pub fn rerun(self, call: impl Into<String>) -> Self {
        self.decide(call, Decision::Rerun)
    }

    /// Leaves a call that is in doubt. The model is told the reason.
    pub fn give_up(self, call: impl Into<String>, reason: impl Into<String>) -> Self {
        self.decide(
            call,
            Decision::GiveUp {
                reason: reason.into(),
            },
        )
    }

    /// Says who took the decision before, or said what was said.
    pub fn by(mut self, who: impl Into<String>) -> Self {
        match &mut self.said {
            Some((_, by)) if self.said_last => *by = Some(who.into()),
            _ => self.decisions.by(who),
        }
        self
    }

    /// Notes something beside the decision before.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.decisions.note(text);
        self
    }

    /// Calls the run off as it stands, for this reason: nothing more is asked or executed, and what
    /// waits for people need not be decided. It can be resumed. A run that is completed or stopped
    /// stays so.
    pub fn call_off(mut self, reason: impl Into<String>) -> Self {
        self.called_off = Some(Some(reason.into()));
        self
    }

    fn decide(mut self, call: impl Into<String>, decision: Decision) -> Self {
        self.decisions.push(call, decision);
        self.said_last = false;
        self
    }

    fn decide_with(
        mut self,
        call: impl Into<String>,
        value: &impl Serialize,
        decision: impl FnOnce(RawJson) -> Decision,
    ) -> Self {
        let call = call.into();
        match RawJson::of(value) {
            Ok(json) => self.decide(call, decision(json)),
            Err(error) => {
                self.unwritable.get_or_insert((call, error));
                self
            }
        }
    }

    async fn go(mut self) -> Result<Run<T>> {
        if let Some((call, error)) = self.unwritable {
            let issues = vec![Issue::new("", error.to_string())];
            let what = "value";
            return Err(Error::new(ErrorKind::Decision(DecisionError::Unfit {
                call,
                what,
                issues,
            })));
        }
        let setup = &self.agent.0.setup;
        let (overrides, context) = self.settings.checked(setup)?;
        let problem = |context| self.agent.0.context_problem(Some(context));
        if let Some(problem) = context.as_ref().and_then(problem) {
            return Err(Error::new(ErrorKind::Overrides(vec![problem])));
        }
        let before = match self.kept {
            Kept::Id(run_id) => stored(&*setup.store, &run_id).await?,
            Kept::State(state) => kept(&*setup.store, *state).await?,
        };
        if *before.agent_id() != **setup.definition.id() {
            let kind = ErrorKind::OtherAgent {
                run: before.agent_id().to_owned(),
                asked: setup.definition.id().to_string(),
            };
            return Err(Error::new(kind).with_run(before));
        }
        let refused = |error, run| Error::new(ErrorKind::Decision(error)).with_run(run);
        let unfit = setup.unfit(&before).into_iter();
        let mut instructions = Instructions::new(self.decisions, self.said, overrides, context);
        instructions.void = unfit.map(|(call, _)| call).collect();
        // A wish that came before calls off what waits for people too.
        let wished = self.settings.cancellation.is_cancelled().then_some(None);
        instructions.called_off = self.called_off.or(wished);
        let rules = Arc::clone(&setup.definition.rules);
        let machine = Machine::resume(rules, before.clone(), instructions, now())
            .map_err(|(error, state)| refused(error, *state))?;
        if let Some((_, error)) = setup.unfit(machine.state()).into_iter().next() {
            return Err(refused(error, before));
        }
        let length = before.entries().len();
        let stored = (length - before.unsaved().len()) as u64;
        if machine.state().status() == Status::Running
            && stored > 0
            && let Some(leasing) = &setup.leasing
        {
            let taken = leasing.take(&*setup.store, before.run_id(), stored).await;
            taken.map_err(|error| Error::new(ErrorKind::Store(error)).with_run(before))?;
        }
        // What its store does not have of a run that was kept elsewhere was told there.
        let told = match stored {
            0 => length,
            stored => stored as usize,
        };
        Run::new(self.settings.drive(setup, machine, told).await?)
    }
}

impl<'a, I: Send + 'static, T: Answer> IntoFuture for Resume<'a, I, T> {
    type Output = Result<Run<T>>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        self.go().boxed()
    }
}

impl<I, T> fmt::Debug for Resume<'_, I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resume")
            .field("kept", &self.kept)
            .field("decisions", &self.decisions)
            .finish_non_exhaustive()
    }
}
