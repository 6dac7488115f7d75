//! What the machine needs to know of an agent.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::json::RawJson;
use crate::model::{Sampling, ToolChoice};
use crate::tool::{OnError, Options};

use super::condition::Condition;
use super::limits::Limits;

/// What the machine needs to know of an agent: plain data.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The agent's id.
    pub agent_id: Arc<str>,
    /// The model to ask; empty in a sub-agent that takes the outer one's.
    pub model: Arc<str>,
    /// Temperature and limits of each question.
    pub sampling: Sampling,
    /// Whether each question is planned by the app first ([`Action::PlanTurn`](super::Action::PlanTurn)).
    pub plans_turns: bool,
    /// The most steps of a user turn; 12 unless told otherwise.
    pub max_steps: u32,
    /// When a run ends apart from that; never unless told otherwise.
    pub limits: Limits,
    /// Conditions that end a run.
    pub conditions: Vec<Condition>,
    /// After how many steps in a row with the same calls it ends; never unless told otherwise.
    pub loop_guard: Option<u32>,
    /// What happens when a limit is met.
    pub on_stop: OnStop,
    /// The most tool calls that run at once; 1 unless told otherwise.
    pub tool_concurrency: usize,
    /// What a failed call does, unless its tool says otherwise.
    pub on_error: OnError,
    /// Whether the model may, must or must not call a tool.
    pub tool_choice: ToolChoice,
    /// How many characters of an output the model reads, unless its tool says otherwise.
    pub max_output_chars: Option<usize>,
    /// What the tools say about themselves, by name.
    pub tools: HashMap<Arc<str>, ToolRules>,
}

/// What happens when a limit is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnStop {
    /// The run ends as it is.
    #[default]
    Return,
    /// The model is asked once more and must answer without tools. If it does, the run is completed;
    /// if not, it is stopped by the limit.
    Answer,
}

/// What the machine needs to know of a tool.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolRules {
    /// What a failed call of it does; `None` takes the agent's policy.
    pub on_error: Option<OnError>,
    /// Whether a call in doubt may simply run again.
    pub idempotent: bool,
    /// Steps in a row in which it only failed, and was handed back, before its next failure ends
    /// the run; `None` is 2.
    pub max_retries: Option<u32>,
    /// Whether it runs alone in its step.
    pub sequential: bool,
    /// How many calls of it may run at once; `None` is no limit of its own.
    pub max_concurrency: Option<usize>,
    /// How many characters of its output the model reads; `None` takes the agent's limit.
    pub max_output_chars: Option<usize>,
    /// The JSON Schema of its output, for people who supply one.
    pub output: Option<RawJson>,
    /// The rules of the agent behind it, if it is one.
    pub agent: Option<Arc<Rules>>,
}

impl From<&Options> for ToolRules {
    fn from(options: &Options) -> Self {
        Self {
            on_error: options.on_error,
            idempotent: options.idempotent,
            max_retries: options.max_retries,
            sequential: options.sequential,
            max_concurrency: options.max_concurrency,
            max_output_chars: options.max_output_chars,
            output: None,
            agent: None,
        }
    }
}

impl Rules {
    const MAX_RETRIES: u32 = 2;

    /// The defaults, for a model.
    #[must_use]
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        Self {
            agent_id: Arc::default(),
            model: model.into(),
            sampling: Sampling::default(),
            plans_turns: false,
            max_steps: 12,
            limits: Limits::new(),
            conditions: Vec::new(),
            loop_guard: None,
            on_stop: OnStop::default(),
            tool_concurrency: 1,
            on_error: OnError::default(),
            tool_choice: ToolChoice::default(),
            max_output_chars: None,
            tools: HashMap::new(),
        }
    }

    /// The defaults, for an agent of this id that has no model yet.
    pub(crate) fn of_agent(id: impl Into<Arc<str>>) -> Self {
        let mut rules = Self::new("");
        rules.agent_id = id.into();
        rules
    }

    /// The same rules with one more tool.
    #[must_use]
    pub fn with_tool(mut self, name: impl Into<Arc<str>>, rules: ToolRules) -> Self {
        self.tools.insert(name.into(), rules);
        self
    }

    fn tool(&self, name: &str) -> Option<&ToolRules> {
        self.tools.get(name)
    }

    pub(super) fn on_error(&self, tool: &str) -> OnError {
        self.tool(tool)
            .and_then(|rules| rules.on_error)
            .unwrap_or(self.on_error)
    }

    pub(super) fn is_idempotent(&self, tool: &str) -> bool {
        self.tool(tool).is_some_and(|rules| rules.idempotent)
    }

    pub(super) fn is_sequential(&self, tool: &str) -> bool {
        self.tool(tool).is_some_and(|rules| rules.sequential)
    }

    pub(super) fn max_concurrency(&self, tool: &str) -> usize {
        self.tool(tool)
            .and_then(|rules| rules.max_concurrency)
            .unwrap_or(usize::MAX)
    }

    /// Steps in a row in which `tool` may only fail and be handed back.
    pub(super) fn max_retries(&self, tool: &str) -> u32 {
        self.tool(tool)
            .and_then(|rules| rules.max_retries)
            .unwrap_or(Self::MAX_RETRIES)
    }

    pub(super) fn max_output_chars(&self, tool: &str) -> Option<usize> {
        self.tool(tool)
            .and_then(|rules| rules.max_output_chars)
            .or(self.max_output_chars)
    }

    pub(super) fn output(&self, tool: &str) -> Option<&RawJson> {
        self.tool(tool)?.output.as_ref()
    }

    /// The rules of the agent behind `tool`, if it is one.
    pub(super) fn agent(&self, tool: &str) -> Option<&Arc<Self>> {
        self.tool(tool)?.agent.as_ref()
    }
}
