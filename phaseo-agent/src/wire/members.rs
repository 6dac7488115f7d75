//! Reading JSON objects whose fields may be anything.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserializer;
use serde::de::{self, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::RawJson;

/// The members of one JSON object, each still text.
///
/// Providers leave fields out, send `null`, or send another type than they document. Here a field
/// that is not what the reader asks for is absent, and never the end of the answer.
pub(super) struct Members<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Members<'a> {
    /// Reads the members of an object.
    pub(super) fn read(json: &'a str) -> Result<Self, serde_json::Error> {
        Ok(Self(serde_json::from_str(json)?))
    }

    /// The member's text; `null` is absent.
    pub(super) fn raw(&self, key: &str) -> Option<&'a RawValue> {
        self.0
            .get(key)
            .copied()
            .filter(|value| value.get() != "null")
    }

    /// The member if it is a string.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.raw(key).and_then(text)
    }

    /// The member if it is a string that is not empty.
    pub(super) fn full_text(&self, key: &str) -> Option<String> {
        self.text(key).filter(|text| !text.is_empty())
    }

    /// The member if it is a number of things.
    pub(super) fn count(&self, key: &str) -> Option<u64> {
        let number = self.raw(key)?.get();
        number.parse().ok().or_else(|| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a float outside u64 saturates, which is as good as any figure here"
            )]
            number.parse::<f64>().ok().map(|number| number as u64)
        })
    }

    /// The member if it is a number.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.raw(key)?.get().parse().ok()
    }

    /// The member if it is an object.
    pub(super) fn members(&self, key: &str) -> Option<Self> {
        Self::read(self.raw(key)?.get()).ok()
    }

    /// The items of the member if it is a list.
    pub(super) fn list(&self, key: &str) -> Option<Vec<&'a RawValue>> {
        serde_json::from_str(self.raw(key)?.get()).ok()
    }

    /// The text of every member that is not in `known`.
    pub(super) fn all(&self, known: &[&str]) -> impl Iterator<Item = (&str, &'a str)> {
        let others = self
            .0
            .iter()
            .filter(|(key, _)| !known.contains(&key.as_str()));
        others.map(|(key, value)| (key.as_str(), value.get()))
    }

    /// The members that are not in `known` and hold something, to be kept.
    pub(super) fn rest(&self, known: &[&str]) -> Map<String, Value> {
        self.0
            .iter()
            .filter(|(key, value)| {
                !known.contains(&key.as_str())
                    && !matches!(value.get(), "null" | "[]" | "{}" | "\"\"")
            })
            .filter_map(|(key, value)| Some((key.clone(), serde_json::from_str(value.get()).ok()?)))
            .collect()
    }
}

/// The value as JSON that is kept.
pub(super) fn keep(value: &RawValue) -> Option<RawJson> {
    RawJson::parse(value.get()).ok()
}

/// The value if it is a string. Half of a surrogate pair becomes U+FFFD.
pub(super) fn text(value: &RawValue) -> Option<String> {
    let json = value.get();
    if !json.starts_with('"') {
        return None;
    }
    serde_json::from_str(json).ok().or_else(|| {
        serde_json::Deserializer::from_str(json)
            .deserialize_bytes(Lossy)
            .ok()
    })
}

/// Reads a string as bytes, which serde_json allows to hold half of a surrogate pair.
struct Lossy;

impl Visitor<'_> for Lossy {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<String, E> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Members;

    #[test]
    fn a_field_of_another_type_is_absent() {
        let members =
            Members::read(r#"{"a":null,"b":7,"c":"x","d":"","e":[1],"f":{"g":1.0}}"#).unwrap();
        assert_eq!(
            (members.text("a"), members.text("b"), members.text("z")),
            (None, None, None)
        );
        assert_eq!(members.text("c").unwrap(), "x");
        assert_eq!(
            (members.text("d").unwrap().as_str(), members.full_text("d")),
            ("", None)
        );
        assert_eq!(members.list("e").unwrap().len(), 1);
        assert_eq!(members.members("f").unwrap().count("g"), Some(1));
        assert!(members.members("e").is_none() && members.list("f").is_none());
        assert_eq!((members.count("b"), members.count("c")), (Some(7), None));
        let kept: Vec<_> = members
            .rest(&["b", "c"])
            .into_iter()
            .map(|(key, _)| key)
            .collect();
        assert_eq!(kept, ["e", "f"]);
    }

    #[test]
    fn half_of_a_surrogate_pair_does_not_lose_the_text() {
        let members = Members::read(r#"{"a":"x\ud83dy"}"#).unwrap();
        assert!(members.text("a").unwrap().starts_with('x'));
    }

    #[test]
    fn what_is_not_an_object_is_refused() {
        assert!(Members::read("[1]").is_err() && Members::read("{\"a\":1").is_err());
    }
}
