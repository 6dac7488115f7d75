//! Tools whose input and output are Rust types.

use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::json::RawJson;
use crate::schema::{Issue, Schema};

use super::approval;
use super::context::ToolContext;
use super::error::ToolError;
use super::extract::Need;
use super::input::ToolInput;
use super::options::{Gate, Kind, Options};
use super::output::Output;
use super::{AnyTool, Finished, Prepared};

/// What `#[tool]` implements for the type that it puts beside the function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "mark the function with `#[tool]`, or give an expression that makes a tool, such as `my_tool()`"
)]
pub trait TypedTool: Send + Sync + 'static {
    /// The name by which a model calls it: 1 to 64 of `A-Z a-z 0-9 _ -`.
    const NAME: &'static str;
    /// What a model is told about it.
    const DESCRIPTION: &'static str;
    /// Its options.
    const OPTIONS: Options;
    /// What it takes.
    type Input: ToolInput;

    /// The schema of what it gives back.
    fn output_schema() -> Schema;

    /// The schema of its progress values, where it sends any.
    #[must_use]
    fn progress_schema() -> Option<Schema> {
        None
    }

    /// The states that it needs.
    #[must_use]
    fn needs() -> Vec<Need> {
        Vec::new()
    }

    /// What is validated beyond its type.
    #[must_use]
    fn validators() -> Validators {
        Validators::none()
    }

    /// Its options, where they hold what no constant can, such as a [`NextTurn`](super::NextTurn).
    #[must_use]
    fn options() -> Options {
        Self::OPTIONS
    }

    /// What must be changed before an agent can have it, in whole sentences.
    #[must_use]
    fn problems() -> Vec<String> {
        Vec::new()
    }

    /// Validates an input beyond its type.
    #[must_use]
    fn validate(_input: &Self::Input) -> Vec<Issue> {
        Vec::new()
    }

    /// Runs the tool once.
    ///
    /// # Errors
    /// What the tool's function failed with, or a validation error of its output.
    fn call(
        &self,
        input: Self::Input,
        context: ToolContext,
    ) -> impl Future<Output = Result<Output, ToolError>> + Send;

    /// Runs the tool once; an interactive tool can hand over instead of giving its output.
    ///
    /// # Errors
    /// Those of [`call`](Self::call).
    fn execute(
        &self,
        input: Self::Input,
        context: ToolContext,
    ) -> impl Future<Output = Result<Finished, ToolError>> + Send {
        async move { self.call(input, context).await.map(Finished::Output) }
    }

    /// Whether a person must approve this call. It is asked if the options say
    /// [`approval_by_rule`](Options::approval_by_rule).
    ///
    /// # Errors
    /// Those of the rule; a person is asked then.
    fn approval(
        &self,
        _input: &Self::Input,
        _context: &ToolContext,
    ) -> impl Future<Output = Result<bool, ToolError>> + Send {
        async { Ok(true) }
    }

    /// Whether [`respond`](Self::respond) turns what is supplied into the output.
    const RESPONDS: bool = false;

    /// The schema of what is supplied for it from outside; its output's unless told otherwise.
    #[must_use]
    fn supplied_schema() -> Option<Schema> {
        None
    }

    /// Checks what was supplied beyond its schema.
    #[must_use]
    fn supplied_issues(_supplied: &RawJson) -> Vec<Issue> {
        Vec::new()
    }

    /// Turns what was supplied into the output.
    ///
    /// # Errors
    /// What the tool's function failed with, or a validation error of its output.
    fn respond(
        &self,
        supplied: RawJson,
        _context: ToolContext,
    ) -> impl Future<Output = Result<Output, ToolError>> + Send {
        async { Ok(Output::of_json(supplied)) }
    }
}

/// What is validated beyond its type: of the input, the output and progress values. An agent does not
/// build with a tool whose schemas state rules that nothing checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    whole: bool,
    fields: Vec<&'static str>,
    output: bool,
    progress: bool,
}

impl Validators {
    /// Nothing is.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The input type as a whole has a validator, or not.
    #[must_use]
    pub fn whole(validated: bool) -> Self {
        Self {
            whole: validated,
            ..Self::none()
        }
    }

    /// The field of this wire name has a validator, or not.
    #[must_use]
    pub fn field(mut self, name: &'static str, validated: bool) -> Self {
        if validated {
            self.fields.push(name);
        }
        self
    }

    /// The output type has a validator, or not.
    #[must_use]
    pub fn output(mut self, validated: bool) -> Self {
        self.output = validated;
        self
    }

    /// The type of progress values has a validator, or not.
    #[must_use]
    pub fn progress(mut self, validated: bool) -> Self {
        self.progress = validated;
        self
    }

    fn covers(&self, property: &str) -> bool {
        self.whole || self.fields.contains(&property)
    }
}

/// A [`TypedTool`] with its schemas, rendered once.
pub(super) struct Typed<T> {
    tool: Arc<T>,
    options: Options,
    input_schema: Schema,
    output_schema: Schema,
    supplied_schema: Option<Schema>,
}

impl<T: TypedTool> Typed<T> {
    pub(super) fn new(tool: T) -> Self {
        Self {
            tool: Arc::new(tool),
            options: T::options(),
            input_schema: Schema::of_input::<T::Input>(),
            output_schema: T::output_schema(),
            supplied_schema: T::supplied_schema(),
        }
    }
}

impl<T: TypedTool> AnyTool for Typed<T> {
    fn name(&self) -> &str {
        T::NAME
    }

    fn description(&self) -> &str {
        T::DESCRIPTION
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    fn output_schema(&self) -> &Schema {
        &self.output_schema
    }

    fn needs(&self) -> Vec<Need> {
        T::needs()
    }

    fn unchecked_rules(&self) -> Vec<String> {
        let validators = T::validators();
        let mut properties = self.input_schema.ruled_properties();
        properties.retain(|property| !validators.covers(property));
        properties
    }

    fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        let (input, _) = self.input_schema.read(arguments, T::validate)?;
        Ok(Box::new(Call {
            tool: Arc::clone(&self.tool),
            has_rule: self.options.approval == Gate::Predicate,
            input,
        }))
    }

    fn supplied_schema(&self) -> &Schema {
        self.supplied_schema.as_ref().unwrap_or(&self.output_schema)
    }

    fn responds(&self) -> bool {
        T::RESPONDS
    }

    fn respond(&self, _: &str, supplied: &RawJson) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        let issues = T::supplied_issues(supplied);
        if !issues.is_empty() {
            return Err(issues);
        }
        Ok(Box::new(Response {
            tool: Arc::clone(&self.tool),
            supplied: supplied.clone(),
        }))
    }

    fn supplied_issues(&self, supplied: &RawJson) -> Vec<Issue> {
        T::supplied_issues(supplied)
    }

    fn problems(&self) -> Vec<String> {
        let mut problems = T::problems();
        let validators = T::validators();
        let mut look = |validated: bool, schema: &Schema, what: &str| {
            if !validated {
                let whose = format!("{what} of `{}`", T::NAME);
                let rules = schema.ruled_properties();
                problems.extend(
                    rules
                        .iter()
                        .map(|rule| Schema::unchecked_rule(&whose, rule)),
                );
            }
        };
        // What a manual tool gives is what somebody supplies, and looked at as that.
        if self.options.kind != Kind::Manual || T::RESPONDS {
            look(validators.output, &self.output_schema, "the output");
        }
        if let Some(schema) = T::progress_schema() {
            look(validators.progress, &schema, "the progress");
        }
        problems
    }
}

struct Call<T: TypedTool> {
    tool: Arc<T>,
    has_rule: bool,
    input: T::Input,
}

impl<T: TypedTool> Prepared for Call<T> {
    fn approval<'a>(
        &'a self,
        context: &'a ToolContext,
    ) -> Option<BoxFuture<'a, Result<Option<String>, ToolError>>> {
        let ask = || async move {
            let verdict = self.tool.approval(&self.input, context).await;
            verdict.map(approval::reason)
        };
        self.has_rule.then(|| ask().boxed())
    }

    fn run(
        self: Box<Self>,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<Finished, ToolError>> {
        async move { self.tool.execute(self.input, context).await }.boxed()
    }
}

struct Response<T> {
    tool: Arc<T>,
    supplied: RawJson,
}

impl<T: TypedTool> Prepared for Response<T> {
    fn run(
        self: Box<Self>,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<Finished, ToolError>> {
        async move {
            let output = self.tool.respond(self.supplied, context).await?;
            Ok(Finished::Output(output))
        }
        .boxed()
    }
}
