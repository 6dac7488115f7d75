//! Which items of an answer share one `message` of the provider, and that message's own fields.
//!
//! A `message` item has an id and other fields that must go back with it, and no item here has a
//! place for them. They are kept in [`AssistantMessage::extra`] under `messages`, as
//! `[{"at": 1, "parts": 1, "fields": {"id": "msg_1"}}]`: the message of one part that is item 1.

use serde_json::{Map, Value, json};

use crate::item::{AssistantMessage, Item};

const MESSAGES: &str = "messages";

/// Keeps the fields of the message that the `parts` items from `at` on came in.
pub(super) fn keep(
    extra: &mut Map<String, Value>,
    at: usize,
    parts: usize,
    fields: Map<String, Value>,
) {
    let entry = json!({"at": at, "parts": parts, "fields": fields});
    if let Value::Array(list) = extra
        .entry(MESSAGES)
        .or_insert_with(|| Value::Array(Vec::new()))
    {
        list.push(entry);
    }
}

/// What goes to the wire as one item.
pub(super) enum Part<'a> {
    /// One item by itself.
    Item(&'a Item),
    /// Items that are one message, with the fields that it came with.
    Message(&'a [Item], Option<&'a Map<String, Value>>),
}

/// The items of `answer` as the wire groups them; with `is_ours`, as they came.
pub(super) fn of(answer: &AssistantMessage, is_ours: bool) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = answer.items.as_slice();
    while let Some(first) = rest.first() {
        let at = answer.items.len() - rest.len();
        let known = is_ours.then(|| fields(answer, at)).flatten();
        let spoken = rest.iter().take_while(|item| is_spoken(item)).count();
        let count = match known {
            Some((count, _)) => count.clamp(1, rest.len()),
            None => spoken,
        };
        if count == 0 {
            parts.push(Part::Item(first));
            rest = &rest[1..];
        } else {
            parts.push(Part::Message(
                &rest[..count],
                known.map(|(_, fields)| fields),
            ));
            rest = &rest[count..];
        }
    }
    parts
}

fn is_spoken(item: &Item) -> bool {
    matches!(item, Item::Text(_) | Item::Refusal(_))
}

fn fields(answer: &AssistantMessage, at: usize) -> Option<(usize, &Map<String, Value>)> {
    let entry = answer
        .extra
        .get(MESSAGES)?
        .as_array()?
        .iter()
        .find(|entry| entry["at"] == at)?;
    Some((
        usize::try_from(entry["parts"].as_u64()?).ok()?,
        entry["fields"].as_object()?,
    ))
}
