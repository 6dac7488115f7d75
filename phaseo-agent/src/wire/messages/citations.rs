//! The fields of a text block beside its text, such as its citations.
//!
//! They are kept in [`AssistantMessage::extra`] under `text_blocks`, by the item's position, and go
//! back with the text.

use serde_json::{Map, Value};

use crate::item::AssistantMessage;

const TEXT_BLOCKS: &str = "text_blocks";

/// Keeps the fields of the text that is the next item of `message`.
pub(super) fn keep(message: &mut AssistantMessage, fields: Map<String, Value>) {
    if fields.is_empty() {
        return;
    }
    let blocks = message
        .extra
        .entry(TEXT_BLOCKS)
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(blocks) = blocks {
        blocks.insert(message.items.len().to_string(), Value::Object(fields));
    }
}

/// The fields of the text that is the item `index` of `message`.
pub(super) fn of(message: &AssistantMessage, index: usize) -> Option<&Map<String, Value>> {
    message
        .extra
        .get(TEXT_BLOCKS)?
        .as_object()?
        .get(&index.to_string())?
        .as_object()
}
