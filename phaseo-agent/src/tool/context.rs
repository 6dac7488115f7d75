//! What a tool knows about the call that it serves.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;

use crate::json::RawJson;

use super::error::ToolError;
use super::extract::Need;
use super::next_turn::NextTurn;
use super::outbox::{CallOff, Outbox};
use super::output::ToolOutput;
use super::progress::{Progress, ProgressSink};
use super::run_context::RunContext;

/// What a tool knows about the call that it serves. A clone copies a pointer.
#[derive(Clone)]
pub struct ToolContext(Arc<Facts>);

/// The facts of one execution.
pub(crate) struct Facts {
    pub(crate) run_id: String,
    pub(crate) agent_id: String,
    pub(crate) step: u32,
    pub(crate) call: CallInfo,
    pub(crate) attempt: u32,
    pub(crate) idempotency_key: String,
    pub(crate) cancellation: CancellationToken,
    pub(crate) states: Arc<States>,
    /// The app's own context as the step began.
    pub(crate) context: Option<RawJson>,
    pub(crate) progress: ProgressSink,
    pub(crate) outbox: Outbox,
    pub(crate) call_off: CallOff,
}

/// The call that a tool serves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallInfo {
    /// The call's id, unique in its run.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The input as JSON text.
    pub input: RawJson,
}

impl CallInfo {
    pub(crate) fn new(id: String, name: String, input: RawJson) -> Self {
        Self { id, name, input }
    }
}

impl ToolContext {
    pub(crate) fn new(facts: Facts) -> Self {
        Self(Arc::new(facts))
    }

    /// The run's id.
    #[must_use]
    pub fn run_id(&self) -> &str {
        &self.0.run_id
    }

    /// The agent's id.
    #[must_use]
    pub fn agent_id(&self) -> &str {
        &self.0.agent_id
    }

    /// The step in which the model asked for this call, from 1.
    #[must_use]
    pub fn step(&self) -> u32 {
        self.0.step
    }

    /// The call.
    #[must_use]
    pub fn call(&self) -> &CallInfo {
        &self.0.call
    }

    /// Which execution of this call this is: 1, then 2 after a re-run.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.0.attempt
    }

    /// A key that names this call and stays the same when it is run again, for services that
    /// take an idempotency key.
    #[must_use]
    pub fn idempotency_key(&self) -> &str {
        &self.0.idempotency_key
    }

    /// Cancelled when the execution is abandoned: by the tool's timeout, or because the run was
    /// dropped. Work that the tool spawned should watch it.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.0.cancellation
    }

    /// The state of type `T` that the agent was built with, or `None`.
    #[must_use]
    pub fn state<T: Clone + Send + Sync + 'static>(&self) -> Option<T> {
        self.0.states.get()
    }

    /// The app's own context of the run: what this execution set, else what the run had when the
    /// step began.
    ///
    /// # Errors
    /// When it is no `C`. A run without a context has `null`, which is an `Option` for instance.
    pub fn context<C: DeserializeOwned>(&self) -> Result<C, ToolError> {
        self.run_context().get()
    }

    /// Sets the app's own context. The run has it once this execution has succeeded; when several
    /// calls of a step set it, the last in the model's order wins.
    ///
    /// # Errors
    /// When `context` cannot be written as JSON.
    pub fn set_context(&self, context: &impl Serialize) -> Result<(), ToolError> {
        self.0.outbox.set_context(RawJson::of(context)?);
        Ok(())
    }

    /// Sets what this call changes for the next request, if it succeeds. It wins over the tool's
    /// own option, and what is set later over what was set before, field by field.
    ///
    /// ```
    /// use phaseo_agent::prelude::*;
    /// use phaseo_agent::tool::NextTurn;
    ///
    /// async fn escalate(context: ToolContext) {
    ///     context.set_next_turn(NextTurn::new().model("openai/gpt-5"));
    /// }
    /// ```
    pub fn set_next_turn(&self, next: NextTurn) {
        self.0.outbox.set_next_turn(&next);
    }

    /// Cancels the run; the first reason that is given is kept with it.
    pub fn cancel_run(&self, reason: impl Into<String>) {
        self.0.call_off.call_off(reason);
    }

    /// Where this call's progress values go.
    #[must_use]
    pub fn progress<P: ToolOutput>(&self) -> Progress<P> {
        Progress::of_call(&self.0.call.id, self.0.progress.clone())
    }

    /// The facts, for contexts of another kind.
    pub(crate) fn facts(&self) -> &Facts {
        &self.0
    }

    pub(super) fn run_context<C>(&self) -> RunContext<C> {
        RunContext::new(self.0.context.clone(), self.0.outbox.clone())
    }

    pub(super) fn sink(&self) -> &ProgressSink {
        &self.0.progress
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("run_id", &self.0.run_id)
            .field("step", &self.0.step)
            .field("call", &self.0.call)
            .field("attempt", &self.0.attempt)
            .finish_non_exhaustive()
    }
}

/// The states that an agent was built with, by type.
#[derive(Default)]
pub(crate) struct States(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl States {
    pub(crate) fn insert<T: Clone + Send + Sync + 'static>(&mut self, state: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(state));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is wrong if `whose` has these needs.
    pub(crate) fn missing(&self, whose: &str, needs: &[Need]) -> Vec<String> {
        let missing = needs.iter().filter(|need| !self.0.contains_key(&need.id()));
        let problems = missing.map(|need| {
            format!(
                "{whose} needs a state of type `{}`: supply it with `.state(..)`",
                need.name()
            )
        });
        problems.collect()
    }

    pub(crate) fn get<T: Clone + 'static>(&self) -> Option<T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref::<T>().cloned()
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States")
            .field("len", &self.0.len())
            .finish()
    }
}
