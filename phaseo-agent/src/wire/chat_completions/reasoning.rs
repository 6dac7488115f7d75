//! Reasoning in chat completions: a text under one of two names, and OpenRouter's details.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::item::{Item, Reasoning};
use crate::json::RawJson;
use crate::wire::members::Members;

const DETAILS: &str = "reasoning_details";
const TEXTS: [&str; 2] = ["reasoning_content", "reasoning"];

/// The names of the members that hold reasoning.
pub(super) const FIELDS: [&str; 3] = [TEXTS[0], TEXTS[1], DETAILS];

/// What has come of the reasoning.
#[derive(Debug, Default, Clone)]
pub(super) struct Thought {
    text: String,
    /// Under which names the text came.
    names: Vec<&'static str>,
    details: Vec<Map<String, Value>>,
}

impl Thought {
    /// Takes the reasoning of a message, or of one piece of it; returns the new text.
    pub(super) fn add(&mut self, message: &Members<'_>, is_whole: bool) -> Option<String> {
        let mut piece = None;
        for name in TEXTS {
            if let Some(text) = message.full_text(name) {
                if !self.names.contains(&name) {
                    self.names.push(name);
                }
                piece = piece.or(Some(text));
            }
        }
        let mut detailed = String::new();
        for detail in message.list(DETAILS).into_iter().flatten() {
            if let Ok(detail) = serde_json::from_str::<Map<String, Value>>(detail.get()) {
                let said = ["text", "summary"]
                    .into_iter()
                    .find_map(|key| detail.get(key)?.as_str());
                detailed.push_str(said.unwrap_or_default());
                self.add_detail(detail, is_whole);
            }
        }
        let piece = piece.or(Some(detailed)).filter(|piece| !piece.is_empty())?;
        self.text.push_str(&piece);
        Some(piece)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.details.is_empty()
    }

    pub(super) fn into_item(self) -> Option<Item> {
        if self.is_empty() {
            return None;
        }
        let mut members: Map<String, Value> = self
            .names
            .into_iter()
            .map(|name| (name.to_owned(), Value::Null))
            .collect();
        if !self.details.is_empty() {
            members.insert(
                DETAILS.to_owned(),
                self.details.into_iter().map(Value::Object).collect(),
            );
        }
        Some(Item::Reasoning(Reasoning::new(
            self.text,
            RawJson::of(&members).ok(),
        )))
    }

    /// A whole message has whole details. In a stream, pieces of one detail share kind and index.
    fn add_detail(&mut self, detail: Map<String, Value>, is_whole: bool) {
        let open = self.details.iter_mut().find(|open| {
            ["type", "index"]
                .iter()
                .all(|key| open.get(*key) == detail.get(*key))
                && ["id", "data"]
                    .iter()
                    .all(|key| is_compatible(open.get(*key), detail.get(*key)))
        });
        let Some(open) = open.filter(|_| !is_whole) else {
            self.details.push(detail);
            return;
        };
        for (key, value) in detail {
            match (open.get_mut(&key), value) {
                (Some(Value::String(old)), Value::String(new))
                    if matches!(key.as_str(), "text" | "summary") =>
                {
                    old.push_str(&new);
                }
                (Some(_), Value::Null) => {}
                (Some(_), Value::String(new)) if new.is_empty() => {}
                (_, value) => {
                    open.insert(key, value);
                }
            }
        }
    }
}

fn is_compatible(one: Option<&Value>, other: Option<&Value>) -> bool {
    let one = one.filter(|value| !value.is_null());
    let other = other.filter(|value| !value.is_null());
    one.is_none() || other.is_none() || one == other
}

/// The members of a raw reasoning that [`Thought::into_item`] wrote; `None` stands for the text.
pub(super) fn members(raw: &RawJson) -> BTreeMap<String, Option<Box<RawValue>>> {
    raw.read().unwrap_or_default()
}
