//! Where values of a built tool cross between Rust and JSON.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::json::RawJson;
use crate::schema::{Issue, Schema, Validators};

use super::super::error::ToolError;
use super::super::input::ToolInput;
use super::json_schema;

/// Where values of one kind cross: the input, the output, progress, or what is supplied from outside.
/// It knows their schema and checks them.
pub struct Side<T> {
    schema: Schema,
    /// What values are read by: what a stated schema means is not for the checker of types to say.
    reads: Schema,
    origin: Origin,
    /// Find faults with a value as it is in JSON.
    validators: Validators<T>,
    /// Takes the tool's value for good, or changes or refuses it.
    accept: Option<Accept<T>>,
    /// Reads values, where they come in.
    read: Option<Read<T>>,
    /// Writes values, where they go out.
    write: Option<Write<T>>,
}

type Read<T> = fn(&Schema, &str, &Validators<T>) -> Result<T, Vec<Issue>>;
type Write<T> = fn(&T) -> Result<RawJson, serde_json::Error>;
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
    /// Values that a model writes, by their type.
    pub(crate) fn of_input() -> Self {
        Self {
            read: Some(read),
            ..Self::typed(Schema::of_input::<T>())
        }
    }

    /// Values that somebody outside supplies, by their type.
    pub(crate) fn of_supplied() -> Self {
        Self::typed(Schema::of_input::<T>()).readable()
    }
}

impl<T: Serialize + JsonSchema> Side<T> {
    /// Values that go out, by their type.
    pub(crate) fn of_output() -> Self {
        Self {
            write: Some(RawJson::of),
            ..Self::typed(Schema::of_output::<T>())
        }
    }
}

impl<T: DeserializeOwned> Side<T> {
    /// The same values where somebody outside supplies them.
    pub(crate) fn readable(self) -> Self {
        Self {
            read: Some(read_supplied),
            ..self
        }
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
            validators: Validators::none().whole(Some(Arc::new(
                move |value: &Value| match &checker {
                    // Also without a checker, so that text that is twice encoded is found out.
                    _ if is_object && !value.is_object() => object.issues_of_value(value),
                    Some(checker) => checker(value),
                    None => Vec::new(),
                },
            ))),
            accept: None,
            read: Some(read),
            write: Some(RawJson::of),
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
            validators: Validators::none(),
            accept: None,
            read: Some(read),
            write: Some(RawJson::of),
        }
    }
}

impl<T> Side<T> {
    fn typed(schema: Schema) -> Self {
        Self {
            reads: schema.clone(),
            schema,
            origin: Origin::Type,
            validators: Validators::none(),
            accept: None,
            read: None,
            write: None,
        }
    }

    /// The same values where nothing looks at them but their schema.
    pub(super) fn unread(&self) -> Self {
        Self {
            validators: Validators::none(),
            read: None,
            ..self.clone()
        }
    }

    /// Has these look at values.
    pub(crate) fn validated(mut self, validators: Validators<T>) -> Self {
        self.validators = validators;
        self
    }

    /// Checks values with garde.
    pub(super) fn validate(&mut self)
    where
        T: garde::Validate<Context: Default>,
    {
        self.validators = Validators::garde();
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

    /// Whether values are read as a `T` at all.
    pub(super) fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// The properties whose rules, stated by a type, nothing checks.
    pub(super) fn unchecked_rules(&self) -> Vec<String> {
        match self.origin {
            Origin::Type => self.schema.unchecked_rules(&self.validators),
            Origin::Stated { .. } | Origin::Unstated => Vec::new(),
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

    /// Takes a value in, or says everything that is wrong with it. `None` if values only go out.
    pub(super) fn read(&self, text: &str) -> Option<Result<T, Vec<Issue>>> {
        let read = self.read?;
        Some(self.taken(read(&self.reads, text, &self.validators)))
    }

    fn taken(&self, read: Result<T, Vec<Issue>>) -> Result<T, Vec<Issue>> {
        match &self.accept {
            Some(accept) => accept(read?).map_err(|error| vec![Issue::new("", error.to_string())]),
            None => read,
        }
    }

    /// Lets a value out. An error calls it `what`.
    pub(super) fn write(&self, value: T, what: &'static str) -> Result<RawJson, ToolError> {
        let Some(write) = self.write else {
            return Err(ToolError::fatal(format!("{what} cannot be written")));
        };
        let value = match &self.accept {
            Some(accept) => accept(value).map_err(|error| error.not_valid(what))?,
            None => value,
        };
        let mut issues = self.validators.issues(&value);
        let json = write(&value)?;
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
            validators: self.validators.clone(),
            accept: self.accept.clone(),
            read: self.read,
            write: self.write,
        }
    }
}

/// Takes a model's value in.
fn read<T: DeserializeOwned>(
    schema: &Schema,
    text: &str,
    validators: &Validators<T>,
) -> Result<T, Vec<Issue>> {
    let (value, _) = schema.read(text, |value| validators.issues(value))?;
    Ok(value)
}

/// Takes a value in that somebody outside supplied.
fn read_supplied<T: DeserializeOwned>(
    schema: &Schema,
    text: &str,
    validators: &Validators<T>,
) -> Result<T, Vec<Issue>> {
    let (value, _) = schema.read_once(text, |value| validators.issues(value))?;
    Ok(value)
}

impl<T> fmt::Debug for Side<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Side")
            .field("schema", &self.schema)
            .field("validators", &self.validators)
            .finish_non_exhaustive()
    }
}
