//! What a model answered.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::item::{AssistantMessage, Item, ToolCall};
use crate::usage::Usage;

/// One whole answer of a model. A streamed reply and a whole reply give the same response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Response {
    /// The endpoint's id of this answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The upstream provider's id, where a gateway tells both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native_id: Option<String>,
    /// The model that answered, which may be another than was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The upstream provider, where a gateway tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// What the model said.
    pub message: Arc<AssistantMessage>,
    /// Why it stopped.
    pub finish: FinishReason,
    /// What it cost.
    pub usage: Usage,
}

impl Response {
    /// A response with this message and nothing else known.
    #[must_use]
    pub fn new(message: AssistantMessage, finish: FinishReason) -> Self {
        Self {
            id: None,
            native_id: None,
            model: None,
            provider: None,
            message: Arc::new(message),
            finish,
            usage: Usage::default(),
        }
    }

    /// An answer of plain text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(
            AssistantMessage::new(vec![Item::Text(text.into())]),
            FinishReason::Stop,
        )
    }

    /// An answer that asks for tools.
    #[must_use]
    pub fn calls(calls: impl IntoIterator<Item = ToolCall>) -> Self {
        let items = calls.into_iter().map(Item::ToolCall).collect();
        Self::new(AssistantMessage::new(items), FinishReason::ToolCalls)
    }

    /// The same response with this usage.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }
}

/// Why a model stopped. Providers send more reasons than they document: an unknown one is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// It wants tools run.
    ToolCalls,
    /// The output limit cut it.
    Length,
    /// A filter cut it.
    ContentFilter,
    /// It refused.
    Refusal,
    /// The provider paused a long turn and wants the same conversation again (Anthropic Messages).
    PauseTurn,
    /// The provider said that the answer failed.
    Error,
    /// Any other reason, in the provider's word.
    Other(String),
}

impl FinishReason {
    /// Whether tool calls beside this reason are whole. A cut, filtered, refused or failed answer
    /// may end in the middle of a call whose JSON happens to parse.
    #[must_use]
    pub fn allows_calls(&self) -> bool {
        matches!(
            self,
            Self::Stop | Self::ToolCalls | Self::PauseTurn | Self::Other(_)
        )
    }
}
