//! Tools whose values are JSON of a stated schema.

use std::fmt;

use futures_util::Stream;
use serde_json::Value;

use super::super::context::ToolContext;
use super::super::error::ToolError;
use super::super::interactive::Interactive;
use super::super::progress::Progress;
use super::super::update::Update;
use super::built::Sides;
use super::side::Side;
use super::work::{self, Work};
use super::{HandledToolBuilder, ToolBuilder};

/// A tool whose input is stated as a JSON Schema, for what is known only at run time. Its values are
/// [`serde_json::Value`]s. First what it takes and gives, then what it does.
///
/// With the feature `json-schema`, values are checked against the schemas, every failing path is
/// named, and an agent does not build with a schema that cannot be used, such as one with references
/// to elsewhere. Without it, each schema that is stated needs a validator, or the agent does not build.
///
/// ```
/// use phaseo_agent::prelude::*;
/// use serde_json::{Value, json};
///
/// let look_up = Tool::builder("look_up")
///     .description("Look a word up.")
///     .raw(json!({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}))
///     .validate_input(|input: Value| match input["word"].as_str() {
///         Some(_) => Ok(input),
///         None => Err("`word` must be a text"),
///     })
///     .handler(async |input: Value, _| Ok::<_, ToolError>(json!({"meaning": input["word"]})))
///     .approval(|input: &Value| input["word"] == "secret")
///     .build();
/// ```
#[must_use = "a tool is made by `handler` and `build`"]
pub struct RawToolBuilder {
    definition: ToolBuilder,
    input: Side<Value>,
    output: Side<Value>,
    progress: Side<Value>,
}

/// What a raw tool gives once it knows what it does.
type Handled = HandledToolBuilder<Value, Value, Value, Value>;

impl RawToolBuilder {
    pub(super) fn new(definition: ToolBuilder, input_schema: Value) -> Self {
        Self {
            definition,
            input: Side::stated(input_schema),
            output: Side::unstated(),
            progress: Side::unstated(),
        }
    }

    /// States what it gives, or what is supplied for it; anything unless told otherwise.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output = self.output.restated(schema);
        self
    }

    /// States its progress values; anything unless told otherwise.
    pub fn progress_schema(mut self, schema: Value) -> Self {
        self.progress = self.progress.restated(schema);
        self
    }

    /// Has each input go through `validate`, which can change it, once it was found to fit the schema
    /// if something checks that. The message of an error goes to the model.
    pub fn validate_input<E: Into<ToolError>>(
        mut self,
        validate: impl Fn(Value) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Self {
        self.input.accept(validate);
        self
    }

    /// Has each output go through `validate`, which can change it, before it is checked against its
    /// schema. An error is the tool's failure. An output that somebody supplies is only checked: it is
    /// kept as it was supplied.
    pub fn validate_output<E: Into<ToolError>>(
        mut self,
        validate: impl Fn(Value) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Self {
        self.output.accept(validate);
        self
    }

    /// Has each progress value go through `validate`, which can change it, before it is checked
    /// against its schema. An error is the tool's failure.
    pub fn validate_progress<E: Into<ToolError>>(
        mut self,
        validate: impl Fn(Value) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Self {
        self.progress.accept(validate);
        self
    }

    /// What the tool does, as [`ToolBuilder::handler`].
    pub fn handler<E, F, Fut>(self, handler: F) -> Handled
    where
        E: Into<ToolError>,
        F: Fn(Value, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Value, E>> + Send + 'static,
    {
        self.does(work::handler(handler))
    }

    /// What the tool does without waiting, as [`ToolBuilder::sync_handler`].
    pub fn sync_handler<E: Into<ToolError>>(
        self,
        handler: impl Fn(Value, ToolContext) -> Result<Value, E> + Send + Sync + 'static,
    ) -> Handled {
        self.does(work::sync_handler(handler))
    }

    /// What the tool does with progress values on the way, as [`ToolBuilder::streaming_handler`].
    pub fn streaming_handler<E, F, Fut>(mut self, handler: F) -> Handled
    where
        E: Into<ToolError>,
        F: Fn(Value, ToolContext, Progress<Value>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Value, E>> + Send + 'static,
    {
        self.definition.options = self.definition.options.streaming();
        self.does(work::streaming_handler(handler))
    }

    /// What the tool does as a stream, as [`ToolBuilder::stream`].
    pub fn stream<E, F, S>(mut self, updates: F) -> Handled
    where
        E: Into<ToolError>,
        F: Fn(Value, ToolContext) -> S + Send + Sync + 'static,
        S: Stream<Item = Result<Update<Value, Value>, E>> + Send + 'static,
    {
        self.definition.options = self.definition.options.streaming();
        self.does(work::stream(updates))
    }

    /// What the tool does or hands over to a person, as [`ToolBuilder::interactive`].
    pub fn interactive<E, F, Fut>(mut self, handler: F) -> Handled
    where
        E: Into<ToolError>,
        F: Fn(Value, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Interactive<Value>, E>> + Send + 'static,
    {
        self.definition.options = self.definition.options.interactive();
        self.does(work::interactive(move |input, context, _| {
            handler(input, context)
        }))
    }

    /// Leaves the work to somebody outside the run, as [`ToolBuilder::manual`].
    pub fn manual(mut self) -> Handled {
        self.definition.options = self.definition.options.manual();
        self.does(work::manual())
    }

    fn does(self, work: Work<Value, Value, Value>) -> Handled {
        let sides = Sides::raw(self.input, self.output, self.progress);
        HandledToolBuilder::new(self.definition, sides, work)
    }
}

impl fmt::Debug for RawToolBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RawToolBuilder")
            .field(&self.definition)
            .finish()
    }
}
