//! The start of a run.

use std::fmt;
use std::future::IntoFuture;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::clock::now;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::run::{Beginning, Limits, Machine};
use crate::runner::{Observer, OnDrop};

use super::Agent;
use super::outcome::Run;
use super::prompt::Answer;
use super::run_id;
use super::settings::{Settings, settings};

/// A run that is about to start. Await it to run it.
///
/// What is set here holds for this run alone, beats what the agent says, and is kept with the run.
///
/// # Errors
/// Every error has the run as far as it came in [`Error::run`].
///
/// # Cancel safety
/// Dropping the future abandons the run where its log stands, unless [`on_drop`](Self::on_drop) says
/// otherwise; it can be resumed. Tools that were being executed are aborted, and their calls are in
/// doubt.
///
/// It needs a tokio runtime; with tools that have a timeout, limits of time, or a
/// [`Client`](crate::Client), one with its timer enabled.
#[must_use = "a run starts when it is awaited"]
pub struct Start<'a, I, T> {
    agent: &'a Agent<I, T>,
    input: I,
    settings: Settings<'a>,
}

impl<'a, I: Send + 'static, T: Answer> Start<'a, I, T> {
    pub(super) fn new(agent: &'a Agent<I, T>, input: I) -> Self {
        Self {
            agent,
            input,
            settings: Settings::default(),
        }
    }

    settings!();

    async fn go(mut self) -> Result<Run<T>> {
        let inner = &*self.agent.0;
        let (overrides, context) = self.settings.checked(&inner.setup)?;
        let issues = inner.input.all_issues(&self.input);
        if !issues.is_empty() {
            return Err(Error::new(ErrorKind::Input(issues)));
        }
        let prompt = inner
            .prompt(self.input)
            .await
            .map_err(|error| Error::new(ErrorKind::Prompt(error)))?;
        let now = now();
        let mut beginning = Beginning::new(run_id::new(now)?, prompt.into_content());
        beginning.overrides = overrides;
        beginning.context = context.or_else(|| inner.context.clone());
        let rules = Arc::clone(&inner.setup.definition.rules);
        let machine = Machine::start(rules, beginning, now);
        Run::new(self.settings.drive(&inner.setup, machine, 0).await?)
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
