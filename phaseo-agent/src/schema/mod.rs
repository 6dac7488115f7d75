//! JSON Schema of a type, and what a schema can say about a value.

mod check;
mod issue;
mod rules;

use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::Value;

pub use issue::Issue;

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

    /// Why a type refused `value` with `error`: all that this schema can tell of it, and what the
    /// type itself said if it tells nothing.
    #[must_use]
    pub(crate) fn explain(&self, value: &Value, error: &serde_json::Error) -> Vec<Issue> {
        match self.refusals(value) {
            issues if issues.is_empty() => vec![Issue::new("", error.to_string())],
            issues => issues,
        }
    }

    /// What this schema's text can tell to be wrong with `value`.
    pub(crate) fn issues_of(schema: &RawJson, value: &RawJson) -> Vec<Issue> {
        match (schema.read::<Value>(), value.read::<Value>()) {
            (Ok(schema), Ok(value)) => check::refusals(&schema, &value),
            (Err(error), _) | (_, Err(error)) => vec![Issue::new("", error.to_string())],
        }
    }

    /// Every way in which `value` does not fit this schema, as far as this schema's keywords for
    /// types, presence, ranges, lengths and choices tell. Nothing found does not mean that it fits.
    #[must_use]
    fn refusals(&self, value: &Value) -> Vec<Issue> {
        check::refusals(&self.0.tree, value)
    }

    /// The names of the properties whose subtree states a rule beyond the type, such as a length
    /// or a range.
    #[must_use]
    pub(crate) fn ruled_properties(&self) -> Vec<String> {
        rules::ruled_properties(&self.0.tree)
    }
}

impl From<Value> for Schema {
    fn from(tree: Value) -> Self {
        let text = RawJson::of(&tree).expect("a JSON tree can be written as JSON");
        Self(Arc::new(Inner { tree, text }))
    }
}
