//! What a tool knows about the call that it serves.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::json::RawJson;

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

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }

    fn get<T: Clone + 'static>(&self) -> Option<T> {
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
