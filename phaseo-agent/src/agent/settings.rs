//! How a run is driven, and what is said of it alone.

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::error::{Error, ErrorKind, Result};
use crate::json::RawJson;
use crate::run::{Machine, Overrides, State};
use crate::runner::{Driving, Observer, OnDrop, Setup, drive};

/// How a run is driven, and what is said of it alone: what starting and taking up have in common.
#[derive(Debug, Default)]
pub(super) struct Settings<'a> {
    pub(super) observer: Observer<'a>,
    pub(super) cancellation: CancellationToken,
    pub(super) on_drop: OnDrop,
    pub(super) overrides: Overrides,
    context: Option<RawJson>,
    problems: Vec<String>,
}

impl Settings<'_> {
    pub(super) fn context(&mut self, context: &impl Serialize) {
        match RawJson::of(context) {
            Ok(context) => self.context = Some(context),
            Err(error) => self
                .problems
                .push(format!("its context cannot be written as JSON: {error}")),
        }
    }

    /// What is said of the run alone, and its context, if all of it can be.
    pub(super) fn checked(&mut self, setup: &Setup) -> Result<(Overrides, Option<RawJson>)> {
        let overrides = std::mem::take(&mut self.overrides);
        if overrides.max_steps == Some(0) {
            self.problems.push("`max_steps` is 0".to_owned());
        }
        if overrides.tool_concurrency == Some(0) {
            self.problems.push("`tool_concurrency` is 0".to_owned());
        }
        if overrides
            .settings
            .model
            .as_deref()
            .is_some_and(|model| model.trim().is_empty())
        {
            self.problems.push("its model has no name".to_owned());
        }
        let registry = &setup.definition.registry;
        self.problems
            .extend(registry.unknown_in(&overrides.settings));
        let limits = overrides
            .limits
            .iter()
            .flat_map(|limits| limits.tool_names());
        for name in limits.filter(|name| registry.get(name).is_none()) {
            self.problems.push(format!(
                "it stops when `{name}` is called, and there is no such tool"
            ));
        }
        if !self.problems.is_empty() {
            let problems = std::mem::take(&mut self.problems);
            return Err(Error::new(ErrorKind::Overrides(problems)));
        }
        Ok((overrides, self.context.take()))
    }

    /// Drives the run until it is paused or has ended. The first `told` entries were told as events
    /// before.
    pub(super) async fn drive(
        self,
        setup: &std::sync::Arc<Setup>,
        machine: Machine,
        told: usize,
    ) -> Result<State> {
        let Self {
            observer,
            cancellation,
            on_drop,
            ..
        } = self;
        let driving = Driving {
            machine,
            told,
            observer,
            cancellation,
        };
        drive(setup, driving, on_drop).await
    }
}

/// The methods that say how a run is driven, and what is said of it alone.
macro_rules! settings {
    () => {
        /// Tells `handler` each event once it is saved. It is called between the steps of the run
        /// and should be quick; if it panics it is not called again, and the run goes on.
        pub fn on_event(mut self, handler: impl FnMut(&Event) + Send + 'a) -> Self {
            self.settings.observer = Observer::new(handler);
            self
        }

        /// Calls the run off when `token` is cancelled: a question to the model is dropped, tools
        /// are told and stopped, and the run is [`Cancelled`](crate::Outcome::Cancelled). It can be
        /// resumed. A tool is stopped where it waits: one that blocks its thread holds the run until
        /// it is done.
        pub fn cancel(mut self, token: CancellationToken) -> Self {
            self.settings.cancellation = token;
            self
        }

        /// What becomes of the run if the future is dropped before it is done; it is
        /// [abandoned](OnDrop::Abandon) unless told otherwise.
        pub fn on_drop(mut self, then: OnDrop) -> Self {
            self.settings.on_drop = then;
            self
        }

        /// Asks this model in this run.
        pub fn model(mut self, name: impl Into<String>) -> Self {
            self.settings.overrides.settings.model = Some(name.into());
            self
        }

        /// Gives the model these instructions in this run.
        pub fn instructions(mut self, text: impl Into<String>) -> Self {
            self.settings.overrides.settings.instructions = Some(text.into());
            self
        }

        /// Sets how varied the wording is in this run.
        pub fn temperature(mut self, temperature: f64) -> Self {
            self.settings.overrides.settings.temperature = Some(temperature);
            self
        }

        /// Sets the share of the probability mass to choose from in this run.
        pub fn top_p(mut self, share: f64) -> Self {
            self.settings.overrides.settings.top_p = Some(share);
            self
        }

        /// Limits the tokens of each answer in this run.
        pub fn max_output_tokens(mut self, limit: u32) -> Self {
            self.settings.overrides.settings.max_output_tokens = Some(limit);
            self
        }

        /// Offers only the tools of these names in this run.
        pub fn only_tools(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
            let names = names.into_iter().map(Into::into).collect();
            self.settings.overrides.settings.tools = Some(names);
            self
        }

        /// Sets the most steps of a user turn of this run.
        pub fn max_steps(mut self, limit: u32) -> Self {
            self.settings.overrides.max_steps = Some(limit);
            self
        }

        /// Sets when this run ends apart from that, in place of what the agent says.
        pub fn stop_when(mut self, limits: Limits) -> Self {
            self.settings.overrides.limits = Some(limits);
            self
        }

        /// Sets how many tool calls run at once in this run.
        pub fn tool_concurrency(mut self, limit: usize) -> Self {
            self.settings.overrides.tool_concurrency = Some(limit);
            self
        }

        /// Sets the app's own context, which tools take as `RunContext<C>`. It is kept with the run.
        pub fn context(mut self, context: impl Serialize) -> Self {
            self.settings.context(&context);
            self
        }
    };
}

pub(super) use settings;
