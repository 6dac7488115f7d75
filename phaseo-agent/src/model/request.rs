//! What a run asks of a model.

use std::sync::Arc;

use crate::item::Message;
use crate::json::RawJson;

use super::memo::Memo;

/// One question to a model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The model's name, such as `openai/gpt-5-nano`.
    pub model: Arc<str>,
    /// What the model is to be and do.
    pub instructions: Option<Arc<str>>,
    /// The conversation so far.
    pub transcript: Transcript,
    /// The tools that the model may call.
    pub tools: Arc<ToolSet>,
    /// Whether the model may, must or must not call a tool.
    pub tool_choice: ToolChoice,
    /// The form that the final answer must have; `None` is free text.
    pub answer: Option<Arc<AnswerFormat>>,
    /// Temperature and limits.
    pub sampling: Sampling,
    /// The model's notes on this run.
    pub memo: Memo,
}

impl Request {
    /// A question to `model` with nothing else set.
    #[must_use]
    pub fn new(model: impl Into<Arc<str>>, transcript: Transcript) -> Self {
        Self {
            model: model.into(),
            instructions: None,
            transcript,
            tools: Arc::default(),
            tool_choice: ToolChoice::Auto,
            answer: None,
            sampling: Sampling::default(),
            memo: Memo::default(),
        }
    }
}

/// The messages of a run so far, shared: a clone copies one pointer.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<Vec<Message>>);

impl Transcript {
    /// The messages, oldest first.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.0
    }

    /// Adds a message. The list is copied only while another clone of the transcript lives.
    pub fn push(&mut self, message: Message) {
        Arc::make_mut(&mut self.0).push(message);
    }
}

impl FromIterator<Message> for Transcript {
    fn from_iter<I: IntoIterator<Item = Message>>(messages: I) -> Self {
        Self(Arc::new(messages.into_iter().collect()))
    }
}

/// Whether the model may, must or must not call a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// The model must call a tool. A run relaxes this to `Auto` after the first call.
    Required,
    /// The model must answer without a tool.
    None,
}

/// A tool as a model sees it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolDefinition {
    /// The tool's name.
    pub name: Arc<str>,
    /// What it does.
    pub description: Arc<str>,
    /// The JSON Schema of its input.
    pub input_schema: RawJson,
}

impl ToolDefinition {
    /// A definition from its three parts.
    #[must_use]
    pub fn new(
        name: impl Into<Arc<str>>,
        description: impl Into<Arc<str>>,
        input_schema: RawJson,
    ) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            input_schema,
        }
    }
}

/// The tools of an agent as a model sees them, rendered once.
#[derive(Debug, Default)]
pub struct ToolSet {
    definitions: Vec<ToolDefinition>,
    memo: Memo,
}

impl ToolSet {
    /// A set of these definitions.
    #[must_use]
    pub fn new(definitions: Vec<ToolDefinition>) -> Self {
        Self {
            definitions,
            memo: Memo::default(),
        }
    }

    /// The definitions, in the agent's order.
    #[must_use]
    pub fn definitions(&self) -> &[ToolDefinition] {
        &self.definitions
    }

    /// The model's notes on this set, such as its encoded form.
    #[must_use]
    pub fn memo(&self) -> &Memo {
        &self.memo
    }
}

/// The form that the final answer must have.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnswerFormat {
    /// A name for the form: letters, digits, `_` and `-`.
    pub name: String,
    /// Its JSON Schema.
    pub schema: RawJson,
}

impl AnswerFormat {
    /// A form from its name and JSON Schema.
    #[must_use]
    pub fn new(name: impl Into<String>, schema: RawJson) -> Self {
        Self {
            name: name.into(),
            schema,
        }
    }
}

/// How a model is to write. `None` leaves a setting to the provider.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Sampling {
    /// How varied the wording is; most providers take 0.0 to 2.0.
    pub temperature: Option<f64>,
    /// The share of the probability mass to choose from, 0.0 to 1.0.
    pub top_p: Option<f64>,
    /// The most tokens that the answer may have.
    pub max_output_tokens: Option<u32>,
}
