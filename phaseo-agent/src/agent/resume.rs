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
use crate::run::{Decision, DecisionError, Decisions, Machine, Said, Status};
use crate::runner::{Observer, Runner};
use crate::schema::Issue;
use crate::store::stored;

use super::Agent;
use super::outcome::Run;
use super::prompt::Answer;

/// A run that is about to be taken up, with decisions about its pending calls. Await it.
///
/// All decisions are checked before anything happens, against the run and against the tools: a bad
/// one changes nothing. A paused run without decisions stays as it is, and so does one that has
/// ended and is told nothing. Calls that are not decided stay pending.
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
    said: Option<Said>,
    /// What could not be written as JSON.
    unwritable: Option<(String, serde_json::Error)>,
    observer: Observer<'a>,
    cancellation: CancellationToken,
}

impl<'a, I: Send + 'static, T: Answer> Resume<'a, I, T> {
    pub(super) fn new(agent: &'a Agent<I, T>, run_id: String) -> Self {
        Self {
            agent,
            run_id,
            decisions: Decisions::default(),
            said: None,
            unwritable: None,
            observer: Observer::default(),
            cancellation: CancellationToken::new(),
        }
    }

    /// Lets a call that waits for approval run, with the input that the pause shows.
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

    /// Supplies the output of a manual call, or of one that is in doubt. It is checked against the
    /// tool's output schema.
    pub fn output(self, call: impl Into<String>, value: impl Serialize) -> Self {
        self.decide_with(call, &value, Decision::Output)
    }

    /// Says something to the model: beside decisions, or on a run that has ended, where it begins
    /// the next user turn of the same conversation. What is said twice is said in two parts.
    pub fn say(mut self, text: impl Into<Content>) -> Self {
        let said = self.said.take().map(|(parts, _)| parts);
        let mut parts = said.map(|parts| parts.to_vec()).unwrap_or_default();
        parts.push(text.into());
        self.said = Some((parts.into(), None));
        self
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
    /// told and stopped, and the run is [`Cancelled`](crate::Outcome::Cancelled). It can be resumed. A
    /// tool is stopped where it waits: one that blocks its thread holds the run until it is done.
    pub fn cancel(mut self, token: CancellationToken) -> Self {
        self.cancellation = token;
        self
    }

    fn decide(mut self, call: impl Into<String>, decision: Decision) -> Self {
        self.decisions.push(call, decision);
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

    async fn go(self) -> Result<Run<T>> {
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
        let state = stored(&*setup.store, &self.run_id).await?;
        if *state.agent_id() != *setup.id {
            let kind = ErrorKind::OtherAgent {
                run: state.agent_id().to_owned(),
                asked: setup.id.to_string(),
            };
            return Err(Error::new(kind).with_run(state));
        }
        let before = state.clone();
        let refused = |error, run| Error::new(ErrorKind::Decision(error)).with_run(run);
        let rules = Arc::clone(&setup.rules);
        let machine = Machine::resume(rules, state, self.decisions, self.said, now())
            .map_err(|(error, state)| refused(error, *state))?;
        if before.status() == Status::WaitingForHuman {
            for call in machine.state().decided_calls() {
                if let Err(error) = setup.check_decided(call) {
                    return Err(refused(error, before));
                }
            }
        }
        if machine.state().status() == Status::Running
            && let Some(leasing) = &setup.leasing
        {
            let entries = before.entries().len() as u64;
            let taken = leasing.take(&*setup.store, before.run_id(), entries).await;
            taken.map_err(|error| Error::new(ErrorKind::Store(error)).with_run(before))?;
        }
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
