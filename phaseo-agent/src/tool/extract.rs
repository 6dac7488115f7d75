//! Parameters that come from the runtime instead of the model.

use std::any::{TypeId, type_name};

use super::context::ToolContext;
use super::error::ToolError;

/// A tool parameter that the runtime supplies. The model never sees it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken from the tool's context",
    label = "not an extractor",
    note = "`State<..>`, `ToolContext`, `Progress<..>`, `RunContext<..>` and what is marked `#[extract]` is supplied by the \
            runtime: import `phaseo_agent::prelude::*`, rename your own type, or implement `phaseo_agent::tool::Extract` for it"
)]
pub trait Extract: Sized {
    /// Takes the value out of the context of one execution.
    ///
    /// # Errors
    /// When the context does not have it. The execution then fails before the tool's function runs.
    fn extract(context: &ToolContext) -> Result<Self, ToolError>;

    /// The state that must have been supplied for `extract` to succeed, if any.
    /// [`AgentBuilder::build`](crate::AgentBuilder::build) refuses an agent that lacks it.
    #[must_use]
    fn need() -> Option<Need> {
        None
    }
}

/// A state that a tool needs.
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
        context.state().map(Self).ok_or_else(|| {
            ToolError::fatal(format!(
                "no state of type `{}` was supplied",
                type_name::<T>()
            ))
        })
    }

    fn need() -> Option<Need> {
        Some(Need::of::<T>())
    }
}

impl Extract for ToolContext {
    fn extract(context: &ToolContext) -> Result<Self, ToolError> {
        Ok(context.clone())
    }
}

/// The whole input as one struct: `Args(input): Args<DeployInput>`, as axum's `Json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args<T>(pub T);
