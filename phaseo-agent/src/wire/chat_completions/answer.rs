//! An answer that is being put together, from one whole message or from many pieces.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::calls::Calls;
use super::reasoning::{self, Thought};
use crate::item::{AssistantMessage, Item};
use crate::json::RawJson;
use crate::model::{Delta, DeltaSink, FinishReason, ModelError, Response};
use crate::usage::Usage;
use crate::wire::members::{Members, keep, text};
use crate::wire::surface::Surface;
use crate::wire::{failure, finish, usage};

/// The key of a whole message.
const WHOLE: &str = "message";

/// What has come of an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    id: Option<String>,
    native_id: Option<String>,
    model: Option<String>,
    provider: Option<String>,
    thought: Thought,
    text: String,
    refusal: String,
    /// Content parts without a name here.
    opaque: Vec<RawJson>,
    calls: Calls,
    extra: Map<String, Value>,
    finish: Option<FinishReason>,
    usage: Usage,
    /// The choice that is read, where several come.
    choice: Option<u64>,
}

impl Answer {
    /// Whether a finish reason has come.
    pub(super) fn is_finished(&self) -> bool {
        self.finish.is_some()
    }

    /// Whether nothing of the message has come.
    pub(super) fn is_empty(&self) -> bool {
        self.thought.is_empty()
            && self.text.is_empty()
            && self.refusal.is_empty()
            && self.opaque.is_empty()
            && self.calls.is_empty()
    }

    /// Takes a whole body; false if it holds no answer.
    pub(super) fn add_body(&mut self, body: &Members<'_>) -> Result<bool, ModelError> {
        self.add(body, WHOLE, &mut |_| {})
    }

    /// Takes one chunk of a stream.
    pub(super) fn add_chunk(
        &mut self,
        chunk: &Members<'_>,
        sink: DeltaSink<'_>,
    ) -> Result<(), ModelError> {
        self.add(chunk, "delta", sink).map(|_| ())
    }

    /// Hands out what was held back until the message ended.
    pub(super) fn hand_out_rest(&mut self, sink: DeltaSink<'_>) {
        self.calls.hand_out_rest(sink);
    }

    /// The response so far.
    pub(super) fn into_response(self, origin: String) -> Response {
        let refused = !self.refusal.is_empty();
        let mut items: Vec<_> = self.thought.into_item().into_iter().collect();
        items.extend(
            Some(self.text)
                .filter(|text| !text.is_empty())
                .map(Item::Text),
        );
        items.extend(
            Some(self.refusal)
                .filter(|text| !text.is_empty())
                .map(Item::Refusal),
        );
        items.extend(self.opaque.into_iter().map(Item::Opaque));
        let calls = self.calls.into_calls();
        let finish = match self.finish {
            _ if refused => FinishReason::Refusal,
            Some(finish) => finish,
            None if calls.is_empty() => FinishReason::Stop,
            None => FinishReason::ToolCalls,
        };
        items.extend(calls.into_iter().map(Item::ToolCall));
        let mut message = AssistantMessage::new(items);
        message.origin = Some(origin);
        message.extra = self.extra;
        let mut response = Response::new(message, finish).with_usage(usage::totalled(self.usage));
        response.id = self.id;
        response.native_id = self.native_id;
        response.model = self.model;
        response.provider = self.provider;
        response
    }

    fn add(
        &mut self,
        body: &Members<'_>,
        key: &str,
        sink: DeltaSink<'_>,
    ) -> Result<bool, ModelError> {
        for (slot, name) in [
            (&mut self.id, "id"),
            (&mut self.native_id, "nativeResponseId"),
            (&mut self.model, "model"),
            (&mut self.provider, "provider"),
        ] {
            if slot.is_none() {
                *slot = body.full_text(name);
            }
        }
        self.usage = usage::latest(self.usage, usage::read(body, Surface::ChatCompletions));
        let mut has_message = false;
        for choice in body.list("choices").into_iter().flatten() {
            let Ok(choice) = Members::read(choice.get()) else {
                continue;
            };
            let index = choice.count("index").unwrap_or_default();
            if *self.choice.get_or_insert(index) == index {
                has_message |= self.add_choice(&choice, key, sink)?;
            }
        }
        Ok(has_message)
    }

    fn add_choice(
        &mut self,
        choice: &Members<'_>,
        key: &str,
        sink: DeltaSink<'_>,
    ) -> Result<bool, ModelError> {
        if let Some(error) = failure::inside(choice) {
            return Err(error);
        }
        // A stream may turn out to be one chunk with the whole message.
        let whole = || {
            choice
                .members(WHOLE)
                .filter(|_| self.is_empty())
                .map(|message| (message, true))
        };
        let message = choice
            .members(key)
            .map(|message| (message, key == WHOLE))
            .or_else(whole);
        if let Some((message, is_whole)) = &message {
            self.add_message(message, *is_whole, sink)?;
        }
        // Moonshot puts the usage here.
        self.usage = usage::latest(self.usage, usage::read(choice, Surface::ChatCompletions));
        // Some send it twice (Q44), and OpenRouter beside its own word also that of the provider,
        // which alone says that calls were cut. A reason that forbids calls stands.
        for word in ["finish_reason", "native_finish_reason"]
            .iter()
            .filter_map(|key| choice.full_text(key))
        {
            let reason = finish::reason(&word);
            if self.finish.is_none() || !reason.allows_calls() {
                self.finish = Some(reason);
            }
        }
        Ok(message.is_some())
    }

    fn add_message(
        &mut self,
        message: &Members<'_>,
        is_whole: bool,
        sink: DeltaSink<'_>,
    ) -> Result<(), ModelError> {
        const KNOWN: [&str; 7] = {
            let [content, name, details] = reasoning::FIELDS;
            [
                "role",
                "content",
                "refusal",
                "tool_calls",
                content,
                name,
                details,
            ]
        };
        if let Some(piece) = self.thought.add(message, is_whole) {
            sink(Delta::Reasoning(piece));
        }
        if let Some(content) = message.raw("content") {
            self.add_content(content, sink);
        }
        if let Some(piece) = message.full_text("refusal") {
            self.refusal.push_str(&piece);
            sink(Delta::Refusal(piece));
        }
        if let Some(calls) = message.list("tool_calls") {
            if is_whole {
                self.calls.add_whole(&calls)?;
            } else {
                self.calls.add_pieces(&calls, sink)?;
            }
        }
        for (key, value) in message.rest(&KNOWN) {
            keep_member(&mut self.extra, key, value);
        }
        Ok(())
    }

    /// Content is a text, or a list of parts.
    fn add_content(&mut self, content: &RawValue, sink: DeltaSink<'_>) {
        if let Some(piece) = text(content) {
            self.add_text(piece, sink);
            return;
        }
        let parts: Vec<&RawValue> = serde_json::from_str(content.get()).unwrap_or_default();
        for part in parts {
            let known = Members::read(part.get())
                .ok()
                .filter(|part| part.text("type").as_deref() == Some("text"));
            match known.and_then(|part| part.text("text")) {
                Some(piece) => self.add_text(piece, sink),
                None => self.opaque.extend(keep(part)),
            }
        }
    }

    fn add_text(&mut self, piece: String, sink: DeltaSink<'_>) {
        if !piece.is_empty() {
            self.text.push_str(&piece);
            sink(Delta::Text(piece));
        }
    }
}

/// Keeps a member of the message; in a stream lists grow and anything else is the latest.
fn keep_member(kept: &mut Map<String, Value>, key: String, value: Value) {
    match (kept.get_mut(&key), value) {
        (Some(Value::Array(old)), Value::Array(new)) => old.extend(new),
        (_, value) => {
            kept.insert(key, value);
        }
    }
}
