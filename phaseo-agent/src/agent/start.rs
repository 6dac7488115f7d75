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

use super::outcome::Run;
use super::prompt::Answer;
use super::prompt_context::PromptContext;
use super::run_id;
use super::settings::{Settings, settings};
use super::{Agent, issues};

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
        let context = context.or_else(|| inner.context.clone());
        if let Some(problem) = inner.context_problem(context.as_ref()) {
            return Err(Error::new(ErrorKind::Overrides(vec![problem])));
        }
        let issues = issues(&inner.input, &self.input);
        if !issues.is_empty() {
            return Err(Error::new(ErrorKind::Input(issues)));
        }
        let run_id = run_id::new(now())?;
        let begins = PromptContext::new(
            run_id.clone(),
            Arc::clone(inner.setup.definition.id()),
            Arc::clone(&inner.setup.states),
            context.clone(),
        );
        let failed = |error| Error::new(ErrorKind::Prompt(error));
        let prompt = inner.prompt(self.input, begins.clone()).await;
        let prompt = prompt.map_err(failed)?;
        let set = begins.context_set();
        if let Some(problem) = set
            .as_ref()
            .and_then(|set| inner.context_problem(Some(set)))
        {
            return Err(failed(problem.into()));
        }
        let now = now();
        let mut beginning = Beginning::new(run_id, prompt.into_content());
        beginning.overrides = overrides;
        beginning.context = set.or(context);
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
