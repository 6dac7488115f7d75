//! JSON Schema of a type, and what a schema can say about a value.

mod check;
pub(crate) mod file;
mod issue;
mod names;
mod patterns;
mod place;
mod rules;
pub(crate) mod validators;

use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use issue::Issue;
pub(crate) use validators::Validators;

use crate::json::RawJson;

/// The JSON Schema (draft 2020-12) of a type, as a tree and as the text that goes over the wire.
///
/// ```
/// use phaseo_agent::schema::Schema;
///
/// assert_eq!(Schema::of_input::<bool>().text().as_str(), r#"{"type":"boolean"}"#);
/// ```
#[derive(Clone, Debug)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    tree: Value,
    text: RawJson,
    rules: rules::Rules,
    patterns: patterns::Patterns,
}

impl Schema {
    /// What `T` accepts when it is read.
    #[must_use]
    pub fn of_input<T: JsonSchema>() -> Self {
        Self::generate::<T>(Contract::Deserialize)
    }

    /// What `T` looks like when it is written.
    #[must_use]
    pub fn of_output<T: JsonSchema>() -> Self {
        Self::generate::<T>(Contract::Serialize)
    }

    fn generate<T: JsonSchema>(contract: Contract) -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.contract = contract;
            settings.meta_schema = None;
        });
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        // The title is the Rust type's name, which means nothing to a model.
        schema.remove("title");
        Self::from(Value::from(schema))
    }

    /// The schema as a tree.
    #[must_use]
    pub fn tree(&self) -> &Value {
        &self.0.tree
    }

    /// The schema as JSON text.
    #[must_use]
    pub fn text(&self) -> &RawJson {
        &self.0.text
    }

    /// What this schema's text can tell to be wrong with `value`.
    pub(crate) fn issues_of(schema: &RawJson, value: &RawJson) -> Vec<Issue> {
        match (schema.read::<Value>(), value.read::<Value>()) {
            (Ok(schema), Ok(value)) => check::refusals(&schema, &value),
            (Err(error), _) | (_, Err(error)) => vec![Issue::new("", error.to_string())],
        }
    }

    /// What this schema can tell to be wrong with `value`.
    pub(crate) fn issues_of_value(&self, value: &Value) -> Vec<Issue> {
        check::refusals(&self.0.tree, value)
    }

    /// The names of the properties whose subtree states a rule that no type keeps by itself, such as
    /// a pattern or a range; the empty name is the value as a whole.
    #[must_use]
    pub(crate) fn ruled_properties(&self) -> Vec<String> {
        self.0.rules.clear.clone()
    }

    /// Those of them that `validators` leave unchecked.
    pub(crate) fn unchecked_rules<T>(&self, validators: &Validators<T>) -> Vec<String> {
        let mut properties = self.ruled_properties();
        properties.retain(|property| !validators.cover(property));
        properties
    }

    /// The rules that `value`, which its type wrote, breaks, as far as they are looked at in every value.
    pub(crate) fn doubts(&self, value: &RawJson) -> Vec<Issue> {
        if !self.0.rules.looked_at {
            return Vec::new();
        }
        match value.read() {
            Ok(value) => check::violations(&self.0.tree, &self.0.patterns, &value, true),
            Err(error) => vec![Issue::new("", error.to_string())],
        }
    }

    /// What to say of a rule for one of the [`ruled_properties`](Self::ruled_properties) of `whose`
    /// schema that nothing checks.
    pub(crate) fn unchecked_rule(whose: &str, property: &str) -> String {
        let place = match property {
            "" => "the value as a whole".to_owned(),
            name => format!("`{name}`"),
        };
        format!(
            "the schema of {whose} states rules for {place} that nothing checks: state them with \
             `#[garde(..)]` of the garde version that phaseo-agent re-exports"
        )
    }

    /// Reads `text` as a `T` and validates it, or says everything that is wrong with it. Text that is
    /// one JSON string holding what the schema asks for is read as that: some models send their JSON
    /// twice encoded.
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        text: &str,
        validate: impl Fn(&T) -> Vec<Issue>,
    ) -> Result<(T, RawJson), Vec<Issue>> {
        let first = self.read_once(text, &validate);
        if first.is_ok() || !text.trim_start().starts_with('"') {
            return first;
        }
        let inner = serde_json::from_str::<String>(text).ok();
        let second = inner.map(|inner| self.read_once(&inner, &validate));
        second.filter(Result::is_ok).unwrap_or(first)
    }

    /// The same for text that is no model's: it has to be what it says.
    pub(crate) fn read_once<T: DeserializeOwned>(
        &self,
        text: &str,
        validate: impl Fn(&T) -> Vec<Issue>,
    ) -> Result<(T, RawJson), Vec<Issue>> {
        let text = text.trim();
        let value: T = self.read_type(text)?;
        let unreadable = |error: serde_json::Error| vec![Issue::new("", error.to_string())];
        let json = RawJson::parse(text).map_err(unreadable)?;
        let mut issues = validate(&value);
        let rules = &self.0.rules;
        let is_looked_at = rules.looked_at || rules.objects && text.contains('[');
        if is_looked_at || !issues.is_empty() {
            let tree = json.read().map_err(unreadable)?;
            for issue in &mut issues {
                issue.path = names::in_json(&issue.path, &tree);
            }
            // A field's own validator and its parent's can say the same.
            issues.sort();
            issues.dedup();
            // Of a place that the validator names, it says enough.
            let mut seen =
                check::violations(&self.0.tree, &self.0.patterns, &tree, rules.looked_at);
            seen.retain(|issue| issues.iter().all(|known| known.path != issue.path));
            issues.append(&mut seen);
        }
        if issues.is_empty() {
            Ok((value, json))
        } else {
            Err(Issue::capped(issues))
        }
    }

    fn read_type<T: DeserializeOwned>(&self, text: &str) -> Result<T, Vec<Issue>> {
        // serde takes a list for a struct, field by field. No schema says so.
        let error = if text.starts_with('[') && self.is_object() {
            None
        } else {
            match serde_json::from_str(text) {
                Ok(value) => return Ok(value),
                Err(error) => Some(error),
            }
        };
        let value = serde_json::from_str::<Value>(text)
            .map_err(|error| vec![Issue::new("", format!("cannot be read as JSON: {error}"))])?;
        let issues = check::refusals(&self.0.tree, &value);
        match error.filter(|_| issues.is_empty()) {
            Some(error) => {
                let (path, message) = place::of(text, &error);
                Err(vec![Issue::new(path, message)])
            }
            None => Err(issues),
        }
    }

    /// Whether it asks for an object.
    pub(crate) fn is_object(&self) -> bool {
        self.0.tree.get("type").and_then(Value::as_str) == Some("object")
    }

    /// `{name: ..}` around it, for providers that take objects only; with its definitions where
    /// references look for them.
    pub(crate) fn as_property(&self, name: &str) -> Self {
        let mut inner = self.0.tree.clone();
        let definitions = inner
            .as_object_mut()
            .and_then(|inner| inner.remove("$defs"));
        let mut tree = json!({
            "type": "object",
            "properties": { name: inner },
            "required": [name],
            "additionalProperties": false,
        });
        if let (Some(tree), Some(definitions)) = (tree.as_object_mut(), definitions) {
            tree.insert("$defs".to_owned(), definitions);
        }
        Self::from(tree)
    }
}

impl From<Value> for Schema {
    fn from(tree: Value) -> Self {
        let text = RawJson::of(&tree).expect("a JSON tree can be written as JSON");
        let rules = rules::of(&tree);
        let patterns = patterns::Patterns::of(&tree);
        Self(Arc::new(Inner {
            tree,
            text,
            rules,
            patterns,
        }))
    }
}
