//! What an agent's own function knows of the run that it begins.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::RawJson;
use crate::tool::{Extract, Need, Outbox, RunContext, State, States, ToolContext, ToolError};

/// What an agent's own function knows of the run that it begins: what `State<T>` and `RunContext<C>`
/// among its parameters are taken from. A clone copies a pointer.
///
/// A type of your own is a parameter marked `#[extract]` if it implements
/// [`Extract<PromptContext>`](Extract).
#[derive(Clone)]
pub struct PromptContext(Arc<Facts>);

struct Facts {
    run_id: String,
    agent_id: Arc<str>,
    states: Arc<States>,
    /// The app's own context that the run begins with, unless the function sets another.
    context: Option<RawJson>,
    outbox: Outbox,
}

impl PromptContext {
    pub(super) fn new(
        run_id: String,
        agent_id: Arc<str>,
        states: Arc<States>,
        context: Option<RawJson>,
    ) -> Self {
        Self(Arc::new(Facts {
            run_id,
            agent_id,
            states,
            context,
            outbox: Outbox::new(),
        }))
    }

    /// That of a sub-agent: what it sets is what the call of it sets.
    pub(super) fn of_call(agent_id: Arc<str>, call: &ToolContext) -> Self {
        let facts = call.facts();
        Self(Arc::new(Facts {
            run_id: facts.run_id.clone(),
            agent_id,
            states: Arc::clone(&facts.states),
            context: facts.context.clone(),
            outbox: facts.outbox.clone(),
        }))
    }

    /// The id that the run has, or will have: it begins once the function has returned.
    #[must_use]
    pub fn run_id(&self) -> &str {
        &self.0.run_id
    }

    /// The agent's id.
    #[must_use]
    pub fn agent_id(&self) -> &str {
        &self.0.agent_id
    }

    /// The state of type `T` that the agent was built with, or `None`.
    #[must_use]
    pub fn state<T: Clone + Send + Sync + 'static>(&self) -> Option<T> {
        self.0.states.get()
    }

    /// The app's own context that the run begins with; in a sub-agent, that of the outer run.
    ///
    /// # Errors
    /// When it is no `C`. A run without a context has `null`, which is an `Option` for instance.
    pub fn context<C: DeserializeOwned>(&self) -> Result<C, ToolError> {
        self.run_context().get()
    }

    /// Sets the app's own context that the run begins with. In a sub-agent it is also what the call
    /// of it sets, once it has answered.
    ///
    /// # Errors
    /// When `context` cannot be written as JSON.
    pub fn set_context(&self, context: &impl Serialize) -> Result<(), ToolError> {
        self.run_context().set(context)
    }

    fn run_context<C>(&self) -> RunContext<C> {
        RunContext::new(self.0.context.clone(), self.0.outbox.clone())
    }

    /// The context that the function set, if it did.
    pub(super) fn context_set(&self) -> Option<RawJson> {
        self.0.outbox.context()
    }
}

impl Extract<Self> for PromptContext {
    fn extract(context: &Self) -> Result<Self, ToolError> {
        Ok(context.clone())
    }
}

impl<T: Clone + Send + Sync + 'static> Extract<PromptContext> for State<T> {
    fn extract(context: &PromptContext) -> Result<Self, ToolError> {
        Self::supplied(context.state())
    }

    fn need() -> Option<Need> {
        Some(Need::of::<T>())
    }
}

impl<C> Extract<PromptContext> for RunContext<C> {
    fn extract(context: &PromptContext) -> Result<Self, ToolError> {
        Ok(context.run_context())
    }
}

impl fmt::Debug for PromptContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptContext")
            .field("run_id", &self.0.run_id)
            .field("agent_id", &self.0.agent_id)
            .finish_non_exhaustive()
    }
}
