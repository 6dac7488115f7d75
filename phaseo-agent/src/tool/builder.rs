//! Tools from closures, for what is known only at run time.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::schema::{Issue, Schema};

use super::context::ToolContext;
use super::error::ToolError;
use super::extract::Need;
use super::input::ToolInput;
use super::options::{OnError, Options};
use super::output::{Output, ToolOutput};
use super::{AnyTool, Prepared, Tool};

/// Puts a tool together: its options first, then what it does.
///
/// ```
/// use phaseo_agent::prelude::*;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Add {
///     left: i64,
///     right: i64,
/// }
///
/// let add = Tool::builder("add")
///     .description("Add two numbers.")
///     .handler(async |input: Add, _| Ok::<_, ToolError>(input.left + input.right))
///     .build();
/// assert_eq!(add.name(), "add");
/// ```
///
/// A closure that captures something clones it for each execution:
///
/// ```
/// # use phaseo_agent::prelude::*;
/// # use std::sync::Arc;
/// # struct Desk;
/// # impl Desk { async fn ticket(&self, _: String) -> Result<String, ToolError> { Ok(String::new()) } }
/// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Fetch { id: String }
/// let desk = Arc::new(Desk);
/// let fetch = Tool::builder("fetch")
///     .description("Load a ticket.")
///     .handler(move |input: Fetch, _| {
///         let desk = Arc::clone(&desk);
///         async move { desk.ticket(input.id).await }
///     })
///     .build();
/// ```
#[derive(Clone, Debug)]
#[must_use = "a tool is made by `handler` and `build`"]
pub struct ToolBuilder {
    name: String,
    description: String,
    options: Options,
}

impl ToolBuilder {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            description: String::new(),
            options: Options::new(),
        }
    }

    /// What a model is told about it. An agent does not build with a tool that has none.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Limits the time of one execution; without a limit unless told otherwise.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.options = self.options.timeout(limit);
        self
    }

    /// What a failed call does to the run; the agent's policy unless told otherwise.
    pub fn on_error(mut self, policy: OnError) -> Self {
        self.options = self.options.on_error(policy);
        self
    }

    /// Makes every call wait for a person's approval.
    pub fn require_approval(mut self) -> Self {
        self.options = self.options.require_approval();
        self
    }

    /// Says that running it twice with the same idempotency key does no harm.
    pub fn idempotent(mut self) -> Self {
        self.options = self.options.idempotent();
        self
    }

    /// What the tool does: an async function or closure of its input and the call's context.
    pub fn handler<I, T, E, F, Fut>(self, handler: F) -> HandledToolBuilder<I>
    where
        I: ToolInput,
        T: ToolOutput + Send,
        E: Into<ToolError>,
        F: Fn(I, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
    {
        self.with::<I, T>(move |input, context| {
            let work = handler(input, context);
            async move { Ok(Output::of(&work.await.map_err(Into::into)?)?) }.boxed()
        })
    }

    /// What the tool does, without waiting for anything. It should be quick: what blocks belongs
    /// into a [`handler`](Self::handler) that hands it to a thread.
    pub fn sync_handler<I, T, E, F>(self, handler: F) -> HandledToolBuilder<I>
    where
        I: ToolInput,
        T: ToolOutput,
        E: Into<ToolError>,
        F: Fn(I, ToolContext) -> Result<T, E> + Send + Sync + 'static,
    {
        let handler = Arc::new(handler);
        self.with::<I, T>(move |input, context| {
            let handler = Arc::clone(&handler);
            // In the execution's own task, where a panic is caught.
            async move { Ok(Output::of(&handler(input, context).map_err(Into::into)?)?) }.boxed()
        })
    }

    /// Leaves the work to somebody outside the run, who supplies a `T`: each call pauses the run
    /// until [`Resume::output`](crate::Resume::output).
    pub fn manual<I: ToolInput, T: ToolOutput>(mut self) -> HandledToolBuilder<I> {
        self.options = self.options.manual();
        self.with::<I, T>(|_, _| {
            async { Err(ToolError::fatal("somebody outside the run does this")) }.boxed()
        })
    }

    fn with<I: ToolInput, T: ToolOutput>(
        self,
        handler: impl Fn(I, ToolContext) -> Running + Send + Sync + 'static,
    ) -> HandledToolBuilder<I> {
        HandledToolBuilder(Built {
            input_schema: Schema::of_input::<I>(),
            output_schema: Schema::of_output::<T>(),
            definition: self,
            validate: None,
            handler: Arc::new(handler),
        })
    }
}

type Running = BoxFuture<'static, Result<Output, ToolError>>;
type Handler<I> = Arc<dyn Fn(I, ToolContext) -> Running + Send + Sync>;

/// A tool that knows what it does, and only has to be built.
#[must_use = "a tool is made by `build`"]
pub struct HandledToolBuilder<I>(Built<I>);

impl<I: ToolInput> HandledToolBuilder<I> {
    /// Validates each input with garde. A generic builder cannot find out by itself that it can, so
    /// an agent does not build with a tool whose schema states rules and that was not told this.
    pub fn validated(mut self) -> Self
    where
        I: garde::Validate<Context: Default>,
    {
        self.0.validate = Some(|input| {
            let Err(report) = input.validate() else {
                return Vec::new();
            };
            let issues = report.iter();
            issues
                .map(|(path, error)| Issue::new(path.to_string(), error.message()))
                .collect()
        });
        self
    }

    /// The tool. What is wrong with it, such as its name, is said by
    /// [`AgentBuilder::build`](crate::AgentBuilder::build).
    #[must_use]
    pub fn build(self) -> Tool {
        Tool(Arc::new(self.0))
    }
}

impl<I> fmt::Debug for HandledToolBuilder<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HandledToolBuilder")
            .field(&self.0.definition)
            .finish()
    }
}

/// A tool made by a builder.
struct Built<I> {
    definition: ToolBuilder,
    input_schema: Schema,
    output_schema: Schema,
    validate: Option<fn(&I) -> Vec<Issue>>,
    handler: Handler<I>,
}

impl<I: ToolInput> AnyTool for Built<I> {
    fn name(&self) -> &str {
        &self.definition.name
    }

    fn description(&self) -> &str {
        &self.definition.description
    }

    fn options(&self) -> &Options {
        &self.definition.options
    }

    fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    fn output_schema(&self) -> &Schema {
        &self.output_schema
    }

    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    fn unchecked_rules(&self) -> Vec<String> {
        match self.validate {
            Some(_) => Vec::new(),
            None => self.input_schema.ruled_properties(),
        }
    }

    fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        let validate = |input: &I| {
            self.validate
                .map(|issues| issues(input))
                .unwrap_or_default()
        };
        let (input, _) = self.input_schema.read(arguments, validate)?;
        let handler = Arc::clone(&self.handler);
        Ok(Box::new(Call { handler, input }))
    }
}

struct Call<I> {
    handler: Handler<I>,
    input: I,
}

impl<I: ToolInput> Prepared for Call<I> {
    fn run(self: Box<Self>, context: ToolContext) -> Running {
        // A handler that panics before it gives its future panics in the execution's task.
        async move { (self.handler)(self.input, context).await }.boxed()
    }
}
