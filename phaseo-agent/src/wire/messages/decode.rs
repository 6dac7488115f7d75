//! A whole Messages body as a response.

use serde_json::value::RawValue;

use super::citations;
use crate::item::{AssistantMessage, Item, Reasoning, ToolCall};
use crate::model::{FinishReason, ModelError, ModelErrorKind, Response};
use crate::wire::members::{Members, keep, text};
use crate::wire::surface::Surface;
use crate::wire::{finish, limit, usage};

/// The response in `body`; `None` if there is none.
pub(in crate::wire) fn decode(
    body: &Members<'_>,
    origin: String,
) -> Result<Option<Response>, ModelError> {
    let mut message = AssistantMessage {
        origin: Some(origin),
        ..AssistantMessage::default()
    };
    match (body.list("content"), body.text("content")) {
        (Some(blocks), _) => blocks
            .into_iter()
            .for_each(|block| add_block(&mut message, block)),
        (None, Some(content)) => message.items.push(Item::Text(content)),
        (None, None) => return Ok(None),
    }
    let calls = message.calls().count();
    if calls > limit::CALLS {
        let text = format!("the answer has more than {} tool calls", limit::CALLS);
        return Err(ModelError::new(ModelErrorKind::Malformed, text));
    }
    let finish = match body.full_text("stop_reason") {
        Some(word) => finish::reason(&word),
        None if calls > 0 => FinishReason::ToolCalls,
        None => FinishReason::Stop,
    };
    if finish == FinishReason::Refusal {
        let explanation = body
            .members("stop_details")
            .and_then(|details| details.full_text("explanation"));
        message.items.extend(explanation.map(Item::Refusal));
    }
    let mut response = Response::new(message, finish);
    response.usage = usage::totalled(usage::read(body, Surface::Messages));
    response.id = body.full_text("id");
    response.native_id = body.full_text("nativeResponseId");
    response.model = body.full_text("model");
    response.provider = body.full_text("provider");
    Ok(Some(response))
}

/// Blocks keep their order; those without a place of their own are kept as they came (Q51, Q52).
fn add_block(message: &mut AssistantMessage, raw: &RawValue) {
    let Ok(block) = Members::read(raw.get()) else {
        return;
    };
    match block.text("type").as_deref() {
        Some("text") => {
            if let Some(content) = block.full_text("text") {
                citations::keep(message, block.rest(&["type", "text"]));
                message.items.push(Item::Text(content));
            }
        }
        Some("tool_use") => message.items.push(Item::ToolCall(call(&block))),
        Some("thinking") => {
            let text = block.text("thinking").unwrap_or_default();
            message
                .items
                .push(Item::Reasoning(Reasoning::new(text, keep(raw))));
        }
        Some("redacted_thinking") => message
            .items
            .push(Item::Reasoning(Reasoning::new("", keep(raw)))),
        _ => message.items.extend(keep(raw).map(Item::Opaque)),
    }
}

fn call(block: &Members<'_>) -> ToolCall {
    let input = block
        .raw("input")
        .map(|raw| text(raw).unwrap_or_else(|| raw.get().to_owned()));
    let mut call = ToolCall::new(
        block.text("id").unwrap_or_default(),
        block.text("name").unwrap_or_default(),
        input.unwrap_or_default(),
    );
    call.extra = block.rest(&["type", "id", "name", "input"]);
    call
}
