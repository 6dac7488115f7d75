//! The check of a final answer against its type.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::item::AssistantMessage;
use crate::json::RawJson;
use crate::model::AnswerFormat;
use crate::schema::{Issue, Schema};

use super::panic::caught;

/// Validates a value beyond its type; `validated` says whether it looks at anything at all.
#[derive(Debug)]
pub struct Check<T> {
    /// Whether a validator was found.
    pub validated: bool,
    /// The validator.
    pub issues: fn(&T) -> Vec<Issue>,
}

impl<T> Check<T> {
    /// No validator.
    #[must_use]
    pub fn none() -> Self {
        Self {
            validated: false,
            issues: |_| Vec::new(),
        }
    }

    /// What the validator says of `value`; it is the user's code and may panic.
    pub(crate) fn all_issues(&self, value: &T) -> Vec<Issue> {
        caught(|| (self.issues)(value)).unwrap_or_else(|panic| {
            vec![Issue::new("", format!("the validation panicked: {panic}"))]
        })
    }
}

/// What an agent asks of its answer.
pub(crate) struct AnswerRule {
    format: Option<Arc<AnswerFormat>>,
    /// Properties whose rules nothing would check.
    unchecked: Vec<String>,
    check: Reader,
}

/// Reads an answer's text as its type.
type Reader = Box<dyn Fn(&str) -> Result<RawJson, Vec<Issue>> + Send + Sync>;

impl AnswerRule {
    /// The rule for answers of type `T`. `String` is plain text; any other type is JSON.
    pub(crate) fn new<T: DeserializeOwned + JsonSchema + 'static>(check: Check<T>) -> Self {
        if TypeId::of::<T>() == TypeId::of::<String>() {
            return Self {
                format: None,
                unchecked: Vec::new(),
                check: Box::new(|text| {
                    RawJson::of(text).map_err(|error| vec![Issue::new("", error.to_string())])
                }),
            };
        }
        let schema = Schema::of_input::<T>();
        Self {
            format: Some(Arc::new(AnswerFormat::new("answer", schema.text().clone()))),
            unchecked: if check.validated {
                Vec::new()
            } else {
                schema.ruled_properties()
            },
            check: Box::new(move |text| read(&schema, text, check.issues)),
        }
    }

    /// The form to ask the model for; `None` is plain text.
    pub(crate) fn format(&self) -> Option<&Arc<AnswerFormat>> {
        self.format.as_ref()
    }

    /// Properties whose rules nothing would check.
    pub(crate) fn unchecked_rules(&self) -> &[String] {
        &self.unchecked
    }

    /// The answer as JSON, or everything that is wrong with it. A message that calls tools is no
    /// answer and is not looked at.
    pub(super) fn of(&self, message: &AssistantMessage) -> Result<RawJson, Vec<Issue>> {
        if message.calls().next().is_some() {
            return Err(Vec::new());
        }
        caught(|| (self.check)(&message.text())).unwrap_or_else(|panic| {
            Err(vec![Issue::new(
                "",
                format!("the check of the answer panicked: {panic}"),
            )])
        })
    }
}

impl fmt::Debug for AnswerRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerRule")
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

fn read<T: DeserializeOwned>(
    schema: &Schema,
    text: &str,
    validate: fn(&T) -> Vec<Issue>,
) -> Result<RawJson, Vec<Issue>> {
    let value: T =
        serde_json::from_str(text).map_err(|error| match serde_json::from_str::<Value>(text) {
            Err(_) => vec![Issue::new("", format!("the answer is not JSON: {error}"))],
            Ok(value) => schema.explain(&value, &error),
        })?;
    match validate(&value) {
        issues if issues.is_empty() => {
            RawJson::parse(text.trim()).map_err(|error| vec![Issue::new("", error.to_string())])
        }
        issues => Err(issues),
    }
}
