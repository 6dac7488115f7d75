//! What the machine needs to know of an agent.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::ToolChoice;
use crate::tool::OnError;

use super::limits::Limits;

/// What the machine needs to know of an agent: plain data.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The model to ask.
    pub model: Arc<str>,
    /// The most steps of a run; 12 unless told otherwise.
    pub max_steps: u32,
    /// When a run ends apart from that; never unless told otherwise.
    pub limits: Limits,
    /// The most tool calls that run at once; 1 unless told otherwise.
    pub tool_concurrency: usize,
    /// What a failed call does, unless its tool says otherwise.
    pub on_error: OnError,
    /// Whether the model may, must or must not call a tool.
    pub tool_choice: ToolChoice,
    /// What the tools say about themselves, by name.
    pub tools: HashMap<Arc<str>, ToolRules>,
}

/// What the machine needs to know of a tool.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ToolRules {
    /// What a failed call of it does; `None` takes the agent's policy.
    pub on_error: Option<OnError>,
    /// Whether a call in doubt may simply run again.
    pub idempotent: bool,
}

impl Rules {
    /// Steps in a row in which one tool only failed, and was handed back, before its next failure
    /// ends the run.
    pub(super) const MAX_RETRIES: u32 = 2;

    /// The defaults, for a model.
    #[must_use]
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        Self {
            model: model.into(),
            max_steps: 12,
            limits: Limits::new(),
            tool_concurrency: 1,
            on_error: OnError::default(),
            tool_choice: ToolChoice::default(),
            tools: HashMap::new(),
        }
    }

    /// The same rules with one more tool.
    #[must_use]
    pub fn with_tool(
        mut self,
        name: impl Into<Arc<str>>,
        on_error: Option<OnError>,
        idempotent: bool,
    ) -> Self {
        self.tools.insert(
            name.into(),
            ToolRules {
                on_error,
                idempotent,
            },
        );
        self
    }

    pub(super) fn on_error(&self, tool: &str) -> OnError {
        self.tools
            .get(tool)
            .and_then(|rules| rules.on_error)
            .unwrap_or(self.on_error)
    }

    pub(super) fn is_idempotent(&self, tool: &str) -> bool {
        self.tools.get(tool).is_some_and(|rules| rules.idempotent)
    }
}
