//! A whole Responses body as a response.

use serde_json::value::RawValue;

use super::parts;
use crate::item::{AssistantMessage, Item, Reasoning, ToolCall};
use crate::json::RawJson;
use crate::model::{FinishReason, ModelError, ModelErrorKind, Response};
use crate::wire::members::{Members, keep, text};
use crate::wire::surface::Surface;
use crate::wire::{finish, limit, usage};

/// The response in `body`; `None` if there is none.
pub(in crate::wire) fn decode(
    body: &Members<'_>,
    origin: String,
) -> Result<Option<Response>, ModelError> {
    let Some(output) = body.list("output") else {
        return Ok(None);
    };
    let mut message = AssistantMessage {
        origin: Some(origin),
        ..AssistantMessage::default()
    };
    let mut has_cut_call = false;
    for raw in output {
        let Ok(item) = Members::read(raw.get()) else {
            continue;
        };
        match item.text("type").as_deref() {
            Some("message") => add_message(&mut message, &item),
            Some("function_call") => {
                has_cut_call |= item
                    .text("status")
                    .is_some_and(|status| status == "incomplete");
                message.items.push(Item::ToolCall(call(&item)));
            }
            Some("reasoning") => message.items.push(Item::Reasoning(reasoning(&item, raw))),
            _ => message.items.extend(keep(raw).map(Item::Opaque)),
        }
    }
    if message.calls().count() > limit::CALLS {
        let text = format!("the answer has more than {} tool calls", limit::CALLS);
        return Err(ModelError::new(ModelErrorKind::Malformed, text));
    }
    let finish = if has_cut_call {
        Some(FinishReason::Length)
    } else {
        finish_of(body, &message)
    };
    let mut response = Response::new(message, finish.clone().unwrap_or(FinishReason::Error));
    response.usage = usage::totalled(usage::read(body, Surface::Responses));
    response.id = body.full_text("id");
    response.native_id = body.full_text("nativeResponseId");
    response.model = body.full_text("model");
    response.provider = body.full_text("provider");
    if finish.is_none() {
        let mut error = ModelError::new(
            ModelErrorKind::Incomplete,
            "the answer is still being written",
        );
        error.partial = Some(Box::new(response));
        return Err(error);
    }
    Ok(Some(response))
}

/// Why the answer ended; `None` if it has not.
fn finish_of(body: &Members<'_>, message: &AssistantMessage) -> Option<FinishReason> {
    let word = |key| body.full_text(key).map(|word| finish::reason(&word));
    let status = body.full_text("status");
    Some(match status.as_deref() {
        Some("in_progress" | "queued") => return None,
        Some("incomplete") => {
            let details = body
                .members("incomplete_details")
                .and_then(|details| details.full_text("reason"));
            let reason = details
                .map(|details| finish::reason(&details))
                .or_else(|| word("finish_reason"));
            // Whatever the reason is called, the answer was cut.
            reason
                .filter(|reason| !reason.allows_calls())
                .unwrap_or(FinishReason::Length)
        }
        _ => {
            let reason = word("status")
                .or_else(|| word("finish_reason"))
                .unwrap_or(FinishReason::Stop);
            match reason {
                FinishReason::Stop if message.refusal().is_some() => FinishReason::Refusal,
                FinishReason::Stop if message.calls().next().is_some() => FinishReason::ToolCalls,
                reason => reason,
            }
        }
    })
}

fn add_message(message: &mut AssistantMessage, item: &Members<'_>) {
    let at = message.items.len();
    match item.list("content") {
        Some(parts) => message.items.extend(parts.into_iter().filter_map(part)),
        None => message
            .items
            .extend(item.full_text("content").map(Item::Text)),
    }
    let parts = message.items.len() - at;
    let fields = item.rest(&["type", "role", "content"]);
    let has_opaque = message.items[at..]
        .iter()
        .any(|item| matches!(item, Item::Opaque(_)));
    if parts > 0 && (has_opaque || !fields.is_empty()) {
        parts::keep(&mut message.extra, at, parts, fields);
    }
}

fn part(raw: &RawValue) -> Option<Item> {
    let part = Members::read(raw.get()).ok()?;
    match part.text("type").as_deref() {
        Some("output_text" | "text") => part.full_text("text").map(Item::Text),
        Some("refusal") => part.full_text("refusal").map(Item::Refusal),
        _ => keep(raw).map(Item::Opaque),
    }
}

fn call(item: &Members<'_>) -> ToolCall {
    let id = item
        .full_text("call_id")
        .or_else(|| item.full_text("id"))
        .unwrap_or_default();
    let arguments = item
        .raw("arguments")
        .map(|raw| text(raw).unwrap_or_else(|| raw.get().to_owned()));
    let mut call = ToolCall::new(
        id,
        item.text("name").unwrap_or_default(),
        arguments.unwrap_or_default(),
    );
    call.extra = item.rest(&["type", "call_id", "name", "arguments"]);
    call
}

/// Kept as it came; a missing `summary` is added, because the item is refused without one (Q56).
fn reasoning(item: &Members<'_>, raw: &RawValue) -> Reasoning {
    let joined = |key, separator: &str| {
        let parts = item.list(key).unwrap_or_default();
        let texts = parts
            .into_iter()
            .filter_map(|part| Members::read(part.get()).ok()?.full_text("text"));
        texts.collect::<Vec<_>>().join(separator)
    };
    let summary = joined("summary", "\n\n");
    let text = if summary.is_empty() {
        joined("content", "")
    } else {
        summary
    };
    let raw = match raw.get().strip_prefix('{') {
        Some(rest) if item.raw("summary").is_none() => {
            RawJson::parse(format!(r#"{{"summary":[],{rest}"#)).ok()
        }
        _ => keep(raw),
    };
    Reasoning::new(text, raw)
}
