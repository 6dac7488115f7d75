//! Parameters that come from the runtime instead of the model.

use std::any::{TypeId, type_name};

use super::context::ToolContext;
use super::error::ToolError;

/// A parameter that the runtime supplies: to a tool out of its [`ToolContext`], to an agent's function
/// out of its [`PromptContext`](crate::PromptContext). The model never sees it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken from a `{Context}`",
    label = "not an extractor",
    note = "`State<..>`, `ToolContext`, `Progress<..>`, `RunContext<..>` and what is marked `#[extract]` is supplied by the \
            runtime: import `phaseo_agent::prelude::*`, rename your own type, or implement `phaseo_agent::tool::Extract<{Context}>` for it"
)]
pub trait Extract<Context = ToolContext>: Sized {
    /// Takes the value out of the context of one execution.
    ///
    /// # Errors
    /// When the context does not have it. The execution then fails before the function runs.
    fn extract(context: &Context) -> Result<Self, ToolError>;

    /// The state that must have been supplied for `extract` to succeed, if any.
    /// [`AgentBuilder::build`](crate::AgentBuilder::build) refuses an agent that lacks it.
    #[must_use]
    fn need() -> Option<Need> {
        None
    }
}

/// A state that a function needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    id: TypeId,
    name: &'static str,
}

impl Need {
    /// The need of a state of type `T`.
    #[must_use]
    pub fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }

    pub(crate) fn id(&self) -> TypeId {
        self.id
    }

    /// The name of the state's type.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// A value that the agent was built with: `agent.state(desk)` supplies what `State(desk):
/// State<Desk>` takes. Each execution gets a clone, as in axum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State<T>(pub T);

impl<T: Clone + Send + Sync + 'static> Extract for State<T> {
    fn extract(context: &ToolContext) -> Result<Self, ToolError> {
        Self::supplied(context.state())
    }

    fn need() -> Option<Need> {
        Some(Need::of::<T>())
    }
}

impl<T> State<T> {
    /// The state, if it was supplied.
    pub(crate) fn supplied(state: Option<T>) -> Result<Self, ToolError> {
        state.map(Self).ok_or_else(|| {
            ToolError::fatal(format!(
                "no state of type `{}` was supplied",
                type_name::<T>()
            ))
        })
    }
}

impl Extract for ToolContext {
    fn extract(context: &Self) -> Result<Self, ToolError> {
        Ok(context.clone())
    }
}

/// The whole input as one struct: `Args(input): Args<DeployInput>`, as axum's `Json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args<T>(pub T);
