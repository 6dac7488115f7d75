//! The transcript: messages, and the items of a model's answer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::content::Content;
use crate::json::RawJson;

/// One message of the transcript. Messages are immutable and shared: a clone copies a pointer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Message {
    /// What the user said.
    User(Arc<[Content]>),
    /// One answer of the model, with its tool calls.
    Assistant(Arc<AssistantMessage>),
    /// The results of one step's tool calls, in call order.
    Tool(Arc<[ToolResult]>),
}

/// One answer of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AssistantMessage {
    /// The parts of the answer, in the order in which the provider sent them.
    pub items: Vec<Item>,
    /// Which wire format and provider family wrote this. Opaque parts go back only there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Fields of the provider's message that have no place of their own, kept to be echoed.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl AssistantMessage {
    /// An answer with these items.
    #[must_use]
    pub fn new(items: Vec<Item>) -> Self {
        Self {
            items,
            ..Self::default()
        }
    }

    /// The text of the answer: its text items joined.
    #[must_use]
    pub fn text(&self) -> String {
        self.items
            .iter()
            .filter_map(|item| match item {
                Item::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }

    /// The refusal, if the model refused.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.items.iter().find_map(|item| match item {
            Item::Refusal(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The tool calls that the answer asks for, in its order.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.items.iter().filter_map(|item| match item {
            Item::ToolCall(call) => Some(call),
            _ => None,
        })
    }
}

/// One part of a model's answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Item {
    /// Text for the user.
    Text(String),
    /// The model declined, in its own words.
    Refusal(String),
    /// What the model thought before it answered.
    Reasoning(Reasoning),
    /// The model asks for a tool.
    ToolCall(ToolCall),
    /// A part that this version has no name for, kept verbatim to be echoed.
    Opaque(RawJson),
}

/// A model's reasoning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reasoning {
    /// The readable part; empty where the provider encrypts it.
    pub text: String,
    /// The provider's own block, with its signature, to be echoed verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<RawJson>,
}

impl Reasoning {
    /// Reasoning with its readable `text` and the provider's own block.
    #[must_use]
    pub fn new(text: impl Into<String>, raw: Option<RawJson>) -> Self {
        Self {
            text: text.into(),
            raw,
        }
    }
}

/// A model's request to run one tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The call's id, unique in its run once the run has taken the call up: the provider's id,
    /// or that id with `#2` and so on when the run has seen it before. Decoders leave it equal to
    /// `provider_id`.
    pub id: String,
    /// The id that goes over the wire; empty if the provider sent none.
    pub provider_id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them: JSON text if all is well, any text if not.
    pub arguments: String,
    /// Fields of the provider's call that have no place of their own, kept to be echoed.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl ToolCall {
    /// A call of the tool `name`, with the provider's id and the arguments as JSON text.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        let id = id.into();
        Self {
            provider_id: id.clone(),
            id,
            name: name.into(),
            arguments: arguments.into(),
            extra: Map::new(),
        }
    }

    /// The arguments as a JSON object text: blank or `null` arguments are `{}`.
    ///
    /// Providers send `""`, `null` or nothing at all for a call without arguments.
    #[must_use]
    pub fn input(&self) -> &str {
        match self.arguments.trim() {
            "" | "null" => "{}",
            text => text,
        }
    }

    /// Whether `other` calls the same tool with the same arguments.
    pub(crate) fn asks_the_same(&self, other: &Self) -> bool {
        let value = |call: &Self| serde_json::from_str::<Value>(call.input()).ok();
        self.name == other.name
            && (self.arguments == other.arguments
                || value(self).is_some_and(|input| value(other) == Some(input)))
    }
}

/// What a tool call came to, as the model reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResult {
    /// The call's id in this run.
    pub id: String,
    /// The id that goes over the wire.
    pub provider_id: String,
    /// The tool's name.
    pub name: String,
    /// The output, or `{"error": "…"}`.
    pub output: RawJson,
    /// Whether the output is an error.
    pub is_error: bool,
}

impl ToolResult {
    /// The result of `call`.
    #[must_use]
    pub fn new(call: &ToolCall, output: RawJson, is_error: bool) -> Self {
        Self {
            id: call.id.clone(),
            provider_id: call.provider_id.clone(),
            name: call.name.clone(),
            output,
            is_error,
        }
    }
}
