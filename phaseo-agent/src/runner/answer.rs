//! The check of a final answer against its type.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::item::AssistantMessage;
use crate::json::RawJson;
use crate::model::AnswerFormat;
use crate::schema::{Issue, Schema, Validators};

use super::panic::caught;

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
    pub(crate) fn new<T>(validators: &Validators<T>) -> Self
    where
        T: DeserializeOwned + JsonSchema + 'static,
    {
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
        let unchecked = schema.unchecked_rules(validators);
        let validators = validators.clone();
        // Providers take an object as the root of an answer's form and nothing else.
        let wrapped = (!schema.is_object()).then(|| schema.as_property("answer"));
        let asked = wrapped.as_ref().unwrap_or(&schema).text().clone();
        Self {
            format: Some(Arc::new(AnswerFormat::new("answer", asked))),
            unchecked,
            check: Box::new(move |text| {
                let text = without_fence(text);
                let inner = wrapped.as_ref().and_then(|_| unwrap(text));
                let text = inner.as_ref().map_or(text, RawJson::as_str);
                let (_, json) = schema.read(text, |value: &T| validators.issues(value))?;
                Ok(json)
            }),
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
        caught(|| (self.check)(&message.text()))
            .unwrap_or_else(|_| Err(vec![Issue::new("", "the check of the answer panicked")]))
    }
}

impl fmt::Debug for AnswerRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerRule")
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// What stands in `{"answer": ..}`, if the model kept to that form.
fn unwrap(text: &str) -> Option<RawJson> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapped {
        answer: RawJson,
    }
    // serde takes a list for a struct, and a list may be the answer itself.
    let text = text.trim();
    let wrapped: Wrapped = serde_json::from_str(text)
        .ok()
        .filter(|_| text.starts_with('{'))?;
    Some(wrapped.answer)
}

/// The content of an answer that is one fenced block, as models write it that are not bound to a form.
fn without_fence(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim();
    let fenced = text
        .strip_prefix("```")
        .and_then(|text| text.strip_suffix("```"));
    let content = fenced.and_then(|fenced| Some(fenced.split_once('\n')?.1));
    content
        .filter(|content| !content.contains("```"))
        .map_or(text, str::trim)
}
