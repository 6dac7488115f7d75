//! Where values of a built tool cross between Rust and JSON.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::json::RawJson;
use crate::schema::{Issue, Schema};

use super::super::error::ToolError;
use super::super::input::ToolInput;
use super::json_schema;

/// Where values of one kind cross: the input, the output, progress, or what is supplied from outside.
/// It knows their schema and checks them.
pub(super) struct Side<T> {
    schema: Schema,
    /// What values are read by: what a stated schema means is not for the checker of types to say.
    reads: Schema,
    origin: Origin,
    /// Finds faults with a value as it is in JSON.
    issues: Option<Issues<T>>,
    /// Takes the tool's value for good, or changes or refuses it.
    accept: Option<Accept<T>>,
}

type Issues<T> = Arc<dyn Fn(&T) -> Vec<Issue> + Send + Sync>;
type Accept<T> = Arc<dyn Fn(T) -> Result<T, ToolError> + Send + Sync>;

/// Who made the schema.
#[derive(Clone)]
enum Origin {
    /// It is that of the Rust type.
    Type,
    /// The user stated it.
    Stated {
        /// Whether values are checked against it.
        checked: bool,
        /// Why it cannot be used.
        flaw: Option<String>,
    },
    /// Nobody: anything goes.
    Unstated,
}

impl<T: ToolInput> Side<T> {
    /// Values that come in, by their type.
    pub(super) fn of_input() -> Self {
        Self::typed(Schema::of_input::<T>())
    }
}

impl<T: Serialize + JsonSchema> Side<T> {
    /// Values that go out, by their type.
    pub(super) fn of_output() -> Self {
        Self::typed(Schema::of_output::<T>())
    }
}

impl Side<Value> {
    /// Values of which the user states the schema.
    pub(super) fn stated(schema: Value) -> Self {
        let (checker, flaw) = match json_schema::checker(&schema) {
            Ok(checker) => (checker, None),
            Err(flaw) => (None, Some(flaw)),
        };
        let schema = Schema::from(schema);
        let object = Schema::from(json!({"type": "object"}));
        let is_object = schema.is_object();
        Self {
            schema,
            reads: json!({}).into(),
            origin: Origin::Stated {
                checked: checker.is_some(),
                flaw,
            },
            issues: Some(Arc::new(move |value: &Value| match &checker {
                // Also without a checker, so that text that is twice encoded is found out.
                _ if is_object && !value.is_object() => object.issues_of_value(value),
                Some(checker) => checker(value),
                None => Vec::new(),
            })),
            accept: None,
        }
    }

    /// The same with another schema.
    pub(super) fn restated(self, schema: Value) -> Self {
        Self {
            accept: self.accept,
            ..Self::stated(schema)
        }
    }

    /// Any values.
    pub(super) fn unstated() -> Self {
        Self {
            schema: json!({}).into(),
            reads: json!({}).into(),
            origin: Origin::Unstated,
            issues: None,
            accept: None,
        }
    }
}

impl<T> Side<T> {
    fn typed(schema: Schema) -> Self {
        Self {
            reads: schema.clone(),
            schema,
            origin: Origin::Type,
            issues: None,
            accept: None,
        }
    }

    /// Checks values with garde.
    pub(super) fn validate(&mut self)
    where
        T: garde::Validate<Context: Default>,
    {
        self.issues = Some(Arc::new(|value| Issue::of_report(value.validate())));
    }

    /// Has each value go through `accept`; after what was set before.
    pub(super) fn accept<E: Into<ToolError>>(
        &mut self,
        accept: impl Fn(T) -> Result<T, E> + Send + Sync + 'static,
    ) where
        T: 'static,
    {
        let earlier = self.accept.take();
        self.accept = Some(Arc::new(move |value| {
            let value = match &earlier {
                Some(earlier) => earlier(value)?,
                None => value,
            };
            accept(value).map_err(Into::into)
        }));
    }

    pub(super) fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The properties whose rules, stated by a type, nothing checks.
    pub(super) fn unchecked_rules(&self) -> Vec<String> {
        match (&self.origin, &self.issues) {
            (Origin::Type, None) => self.schema.ruled_properties(),
            _ => Vec::new(),
        }
    }

    /// What is wrong with a schema that the user stated. `whose` names the values; `remedy` is the
    /// method that checks them.
    pub(super) fn flaws(&self, whose: &str, remedy: &str) -> Vec<String> {
        let Origin::Stated { flaw, checked } = &self.origin else {
            return Vec::new();
        };
        if let Some(flaw) = flaw {
            return vec![format!("the schema of {whose} cannot be used: {flaw}")];
        }
        if *checked || self.accept.is_some() {
            return Vec::new();
        }
        vec![format!(
            "nothing checks the schema of {whose}: build phaseo-agent with its feature `json-schema`, or check the values with \
             `.{remedy}(..)`"
        )]
    }

    fn faults(&self, value: &T) -> Vec<Issue> {
        self.issues
            .as_ref()
            .map(|issues| issues(value))
            .unwrap_or_default()
    }
}

impl<T: DeserializeOwned> Side<T> {
    /// Takes a model's value in, or says everything that is wrong with it.
    pub(super) fn read(&self, text: &str) -> Result<T, Vec<Issue>> {
        let (value, _) = self.reads.read(text, |value| self.faults(value))?;
        self.taken(value)
    }

    /// Takes a value in that somebody outside supplied.
    pub(super) fn read_supplied(&self, text: &str) -> Result<T, Vec<Issue>> {
        let (value, _) = self.reads.read_once(text, |value| self.faults(value))?;
        self.taken(value)
    }

    fn taken(&self, value: T) -> Result<T, Vec<Issue>> {
        match &self.accept {
            Some(accept) => accept(value).map_err(|error| vec![Issue::new("", error.to_string())]),
            None => Ok(value),
        }
    }
}

impl<T: Serialize> Side<T> {
    /// Lets a value out. An error calls it `what`.
    pub(super) fn write(&self, value: T, what: &'static str) -> Result<RawJson, ToolError> {
        let value = match &self.accept {
            Some(accept) => accept(value).map_err(|error| error.not_valid(what))?,
            None => value,
        };
        let mut issues = self.faults(&value);
        let json = RawJson::of(&value)?;
        if issues.is_empty() && matches!(self.origin, Origin::Type) {
            issues = self.schema.doubts(&json);
        }
        if issues.is_empty() {
            return Ok(json);
        }
        issues = Issue::capped(issues);
        Err(ToolError::from(Issue::join(&issues)).not_valid(what))
    }
}

impl<T> Clone for Side<T> {
    fn clone(&self) -> Self {
        Self {
            schema: self.schema.clone(),
            reads: self.reads.clone(),
            origin: self.origin.clone(),
            issues: self.issues.clone(),
            accept: self.accept.clone(),
        }
    }
}
