//! What the app's own code sees of a run before a question to the model.

use serde::de::DeserializeOwned;

use crate::item::Message;
use crate::usage::Usage;

use super::state::{Frame, State};
use super::step::Call;

/// What the app's own code sees of a run before a question to the model: the conversation so far,
/// the app's context, what was spent.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    state: &'a State,
    frame: &'a Frame,
}

impl<'a> Turn<'a> {
    /// How `frame` of `state` stands.
    #[must_use]
    pub fn of(state: &'a State, frame: &'a Frame) -> Self {
        Self { state, frame }
    }

    /// The run's id.
    #[must_use]
    pub fn run_id(&self) -> &'a str {
        self.state.run_id()
    }

    /// The agent's id.
    #[must_use]
    pub fn agent_id(&self) -> &'a str {
        self.frame.agent_id()
    }

    /// The number of the step that is open, or else of the next one, from 1.
    #[must_use]
    pub fn step(&self) -> u32 {
        let last = self.frame.last_step();
        last.map_or(1, |step| step.number + u32::from(step.closed))
    }

    /// The conversation so far.
    #[must_use]
    pub fn messages(&self) -> &'a [Message] {
        self.frame.transcript()
    }

    /// The app's own context as it stands. Where there is none, `null` is read.
    ///
    /// # Errors
    /// When it is not a `C`.
    pub fn context<C: DeserializeOwned>(&self) -> Result<C, serde_json::Error> {
        self.frame.context()
    }

    /// The last call that came to an end, in the model's order.
    #[must_use]
    pub fn last_tool_call(&self) -> Option<&'a Call> {
        self.frame.last_tool_call()
    }

    /// What the agent's model calls used so far, those of its sub-agents included.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.frame.usage()
    }

    /// All of the agent's part of the run.
    #[must_use]
    pub fn frame(&self) -> &'a Frame {
        self.frame
    }
}
