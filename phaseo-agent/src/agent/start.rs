//! The start of a run.

use std::fmt;
use std::future::IntoFuture;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::clock::now;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::run::Machine;
use crate::runner::{Observer, Runner};

use super::Agent;
use super::outcome::Run;
use super::prompt::Answer;
use super::run_id;

/// A run that is about to start. Await it to run it.
///
/// # Errors
/// Every error has the run as far as it came in [`Error::run`].
///
/// # Cancel safety
/// Dropping the future abandons the run where its log stands; it can be resumed. Tools that were
/// being executed are aborted, and their calls are in doubt.
///
/// It needs a tokio runtime; with tools that have a timeout, or a [`Client`](crate::Client), one
/// with its timer enabled.
#[must_use = "a run starts when it is awaited"]
pub struct Start<'a, I, T> {
    agent: &'a Agent<I, T>,
    input: I,
    observer: Observer<'a>,
    cancellation: CancellationToken,
}

impl<'a, I: Send + 'static, T: Answer> Start<'a, I, T> {
    pub(super) fn new(agent: &'a Agent<I, T>, input: I) -> Self {
        Self {
            agent,
            input,
            observer: Observer::default(),
            cancellation: CancellationToken::new(),
        }
    }

    /// Tells `handler` each event once it is saved. It is called between the steps of the run and
    /// should be quick; if it panics it is not called again, and the run goes on.
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

    async fn go(self) -> Result<Run<T>> {
        let definition = &*self.agent.0;
        let issues = definition.input.all_issues(&self.input);
        if !issues.is_empty() {
            return Err(Error::new(ErrorKind::Input(issues)));
        }
        let prompt = definition
            .prompt(self.input)
            .await
            .map_err(|error| Error::new(ErrorKind::Prompt(error)))?;
        let now = now();
        let run_id = run_id::new(now)?.into();
        let setup = &definition.setup;
        let machine = Machine::start(
            Arc::clone(&setup.rules),
            run_id,
            Arc::clone(&setup.id),
            prompt.into_content(),
            now,
        );
        let runner = Runner::new(setup, machine, self.observer, self.cancellation);
        Run::new(runner.drive().await?)
    }
}

impl<'a, I: Send + 'static, T: Answer> IntoFuture for Start<'a, I, T> {
    type Output = Result<Run<T>>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        self.go().boxed()
    }
}

impl<I, T> fmt::Debug for Start<'_, I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start")
            .field("agent", self.agent)
            .finish_non_exhaustive()
    }
}
