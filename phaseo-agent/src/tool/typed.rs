//! Tools whose input and output are Rust types.

use std::future::Future;
use std::sync::Arc;

use crate::schema::{Issue, Schema};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::context::ToolContext;
use super::error::ToolError;
use super::extract::Need;
use super::input::ToolInput;
use super::options::Options;
use super::output::Output;
use super::{AnyTool, Prepared};

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

    /// The states that it needs.
    #[must_use]
    fn needs() -> Vec<Need> {
        Vec::new()
    }

    /// What of the input is validated beyond its type.
    #[must_use]
    fn validators() -> Validators {
        Validators::none()
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
}

/// What of an input is validated beyond its type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    whole: bool,
    fields: Vec<&'static str>,
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
            fields: Vec::new(),
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
}

impl<T: TypedTool> Typed<T> {
    pub(super) fn new(tool: T) -> Self {
        Self {
            tool: Arc::new(tool),
            options: T::OPTIONS,
            input_schema: Schema::of_input::<T::Input>(),
            output_schema: T::output_schema(),
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
            input,
        }))
    }
}

struct Call<T: TypedTool> {
    tool: Arc<T>,
    input: T::Input,
}

impl<T: TypedTool> Prepared for Call<T> {
    fn run(self: Box<Self>, context: ToolContext) -> BoxFuture<'static, Result<Output, ToolError>> {
        async move { self.tool.call(self.input, context).await }.boxed()
    }
}
