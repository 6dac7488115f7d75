//! Taking up a run.

use std::fmt;
use std::future::IntoFuture;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::run::{Decision, Decisions, Machine};
use crate::runner::{Observer, Runner, now};

use super::Agent;
use super::outcome::Run;
use super::prompt::Answer;

/// A run that is about to be taken up, with decisions about its pending calls. Await it.
///
/// All decisions are checked before anything happens: a bad one changes nothing. A paused run
/// without decisions stays as it is. Calls that are not decided stay pending.
///
/// # Errors
/// Every error has the run as far as it came in [`Error::run`].
///
/// # Cancel safety
/// As for [`Start`](super::Start).
#[must_use = "a run is taken up when this is awaited"]
pub struct Resume<'a, I, T> {
    agent: &'a Agent<I, T>,
    run_id: String,
    decisions: Decisions,
    observer: Observer<'a>,
    cancellation: CancellationToken,
}

impl<'a, I: Send + 'static, T: Answer> Resume<'a, I, T> {
    pub(super) fn new(agent: &'a Agent<I, T>, run_id: String) -> Self {
        Self {
            agent,
            run_id,
            decisions: Decisions::default(),
            observer: Observer::default(),
            cancellation: CancellationToken::new(),
        }
    }

    /// Lets a call that waits for approval run, with the input that the pause shows.
    pub fn approve(self, call: impl Into<String>) -> Self {
        self.decide(call, Decision::Approve)
    }

    /// Does not let a call run. The model is told the reason.
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

    /// Says who took the decision before.
    pub fn by(mut self, who: impl Into<String>) -> Self {
        self.decisions.by(who);
        self
    }

    /// Notes something beside the decision before.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.decisions.note(text);
        self
    }

    /// Tells `handler` each new event once it is saved, as
    /// [`Start::on_event`](super::Start::on_event) does.
    pub fn on_event(mut self, handler: impl FnMut(&Event) + Send + 'a) -> Self {
        self.observer = Observer::new(handler);
        self
    }

    /// Calls the run off when `token` is cancelled: a question to the model is dropped, tools are
    /// told and stopped, and the run is [`Cancelled`](crate::Outcome::Cancelled). It can be resumed.
    pub fn cancel(mut self, token: CancellationToken) -> Self {
        self.cancellation = token;
        self
    }

    fn decide(mut self, call: impl Into<String>, decision: Decision) -> Self {
        self.decisions.push(call, decision);
        self
    }

    async fn go(self) -> Result<Run<T>> {
        let setup = &self.agent.0.setup;
        let entries = setup
            .store
            .load(&self.run_id, 0)
            .await
            .map_err(|error| Error::new(ErrorKind::Store(error)))?;
        if entries.is_empty() {
            return Err(Error::new(ErrorKind::UnknownRun(self.run_id)));
        }
        let state =
            crate::run::State::fold(entries).map_err(|error| Error::new(ErrorKind::Log(error)))?;
        if *state.agent_id() != *setup.id {
            let kind = ErrorKind::OtherAgent {
                run: state.agent_id().to_owned(),
                asked: setup.id.to_string(),
            };
            return Err(Error::new(kind).with_run(state));
        }
        let machine = Machine::resume(Arc::clone(&setup.rules), state, self.decisions, now())
            .map_err(|(error, state)| Error::new(ErrorKind::Decision(error)).with_run(*state))?;
        let runner = Runner::new(setup, machine, self.observer, self.cancellation);
        Run::new(runner.drive().await?)
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
            .field("run_id", &self.run_id)
            .field("decisions", &self.decisions)
            .finish_non_exhaustive()
    }
}
