//! What an agent is, once built, apart from the types of its input and answer.

use std::fmt;
use std::sync::Arc;

use crate::model::{AnyModel, Memo, Request};
use crate::run::{Ask, DecisionError, State};
use crate::store::AnyStore;
use crate::tool::{States, Tool};

use super::{Definition, Leasing};

/// What an agent is, once built, apart from the types of its input and answer.
pub(crate) struct Setup {
    pub(crate) definition: Arc<Definition>,
    pub(crate) states: Arc<States>,
    pub(crate) model: Box<dyn AnyModel>,
    pub(crate) store: Box<dyn AnyStore>,
    pub(crate) leasing: Option<Leasing>,
}

impl Setup {
    /// The agent whose part of the run lies at `path`; `None` if there is no such agent any more.
    pub(super) fn definition_at(&self, state: &State, path: &[String]) -> Option<&Arc<Definition>> {
        path.iter().try_fold(&self.definition, |definition, call| {
            let tool = definition.registry.get(state.call(call)?.name())?;
            behind(tool)
        })
    }

    /// The agents that the one at `path` works for, the outermost first.
    pub(super) fn outer_at(&self, state: &State, path: &[String]) -> Vec<Arc<Definition>> {
        let outer = (0..path.len()).filter_map(|depth| self.definition_at(state, &path[..depth]));
        outer.map(Arc::clone).collect()
    }

    /// The calls of a run about which something was decided that their tools do not take, with what is
    /// wrong.
    pub(crate) fn unfit(&self, state: &State) -> Vec<(String, DecisionError)> {
        let checked = state.decided_calls().filter_map(|(path, call)| {
            let definition = self.definition_at(state, path)?;
            let error = definition.check_decided(call).err()?;
            Some((call.id().to_owned(), error))
        });
        checked.collect()
    }

    /// The question as the model is asked it.
    pub(super) fn request(&self, definition: &Definition, ask: &Ask, memo: Memo) -> Request {
        let mut request = Request::new(Arc::clone(&ask.model), ask.transcript.clone());
        let own = definition.instructions.as_ref();
        request.instructions = ask.instructions.as_ref().or(own).map(Arc::clone);
        request.tools = definition.tools(ask.tools.as_deref());
        request.tool_choice = ask.tool_choice;
        request.answer = definition.answer.format().map(Arc::clone);
        request.sampling = ask.sampling;
        request.memo = memo;
        request
    }
}

/// The agent behind a tool, if it is one.
pub(crate) fn behind(tool: &Tool) -> Option<&Arc<Definition>> {
    tool.delegate()?.downcast_ref()
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}
