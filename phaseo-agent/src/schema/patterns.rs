//! The patterns that a schema states.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value;

/// The patterns of a schema, each compiled once. One that this engine does not know, such as a class of
/// Unicode, is nothing that a value could fail.
#[derive(Debug, Default)]
pub(super) struct Patterns(BTreeMap<String, Regex>);

impl Patterns {
    /// Those that stand anywhere in `schema`.
    pub(super) fn of(schema: &Value) -> Self {
        let mut patterns = Self::default();
        patterns.collect(schema);
        patterns
    }

    fn collect(&mut self, schema: &Value) {
        match schema {
            Value::Object(keywords) => {
                if let Some(Value::String(pattern)) = keywords.get("pattern")
                    && let Ok(compiled) = Regex::new(pattern)
                {
                    self.0.insert(pattern.clone(), compiled);
                }
                keywords.values().for_each(|inner| self.collect(inner));
            }
            Value::Array(items) => items.iter().for_each(|inner| self.collect(inner)),
            _ => {}
        }
    }

    /// Whether `text` fails `pattern`.
    pub(super) fn refuse(&self, pattern: &str, text: &str) -> bool {
        let pattern = self.0.get(pattern);
        pattern.is_some_and(|pattern| !pattern.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Patterns;

    #[test]
    fn patterns_are_found_wherever_they_stand_and_looked_for_anywhere_in_a_text() {
        let patterns = Patterns::of(&json!({
            "properties": {"code": {"pattern": "^[A-Z]{2}$"}, "pattern": {"type": "string"}},
            "$defs": {"Part": {"anyOf": [{"pattern": "x"}]}},
        }));
        assert!(patterns.refuse("^[A-Z]{2}$", "ABC") && !patterns.refuse("^[A-Z]{2}$", "AB"));
        assert!(patterns.refuse("x", "abc") && !patterns.refuse("x", "axc"));
    }

    #[test]
    fn what_cannot_be_compiled_refuses_nothing() {
        let patterns = Patterns::of(&json!({"pattern": "(?=a)b"}));
        assert!(!patterns.refuse("(?=a)b", "c"));
    }
}
