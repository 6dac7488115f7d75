//! What expansions of `#[tool]` and `#[agent]` call. Not for people: it changes without notice.
//!
//! Expansions decide nothing; they call what is here. The traits below find out by autoref what
//! a macro cannot see: whether a return type is a `Result`, and whether a value has a validator.
//! A method that is found on `&T` wins over one that is found on `&&T`.

use std::borrow::Cow;
use std::convert::Infallible;
use std::future::Future;
use std::marker::PhantomData;

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

pub use {garde, schemars, serde};

pub use crate::runner::Check;
use crate::agent::{AgentBuilder, Answer, Prompt};
use crate::model::ToolChoice;
use crate::schema::{Issue, Schema};
use crate::tool::{Args, IntoTools, Need, OnError, Output, Tool, ToolError, ToolInput, ToolOutput, TypedTool};

// ---- inputs ---------------------------------------------------------------------------------

impl<'de, T: ToolInput> Deserialize<'de> for Args<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

impl<T: ToolInput> JsonSchema for Args<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> SchemaName {
        T::schema_name()
    }

    fn schema_id() -> SchemaName {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

impl<T: garde::Validate> garde::Validate for Args<T> {
    type Context = T::Context;

    fn validate_into(
        &self,
        context: &Self::Context,
        parent: &mut dyn FnMut() -> garde::Path,
        report: &mut garde::Report,
    ) {
        self.0.validate_into(context, parent, report);
    }
}

/// Asserts that a type can be a whole input.
pub const fn assert_input<T: ToolInput>() {}

/// Asserts that the fields of an input struct can be fields of an input: its schema asks that of
/// them. rustc then names the field's type instead of the struct.
pub const fn assert_fields<T: JsonSchema>() {}

/// What schemars calls a type.
pub type SchemaName = Cow<'static, str>;

// ---- the return type ------------------------------------------------------------------------

/// The return type `R` of the user's function, to ask whether it is a `Result`.
#[derive(Debug)]
pub struct Returns<R>(PhantomData<fn() -> R>);

impl<R> Returns<R> {
    /// The question.
    #[expect(clippy::new_without_default, reason = "only expansions make one")]
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The type that a function returns on success.
#[derive(Debug)]
pub struct Of<T>(PhantomData<fn() -> T>);

/// Found on `Returns<Result<T, E>>`. It asks nothing of `T` and `E`, so that a type that will not
/// do is refused by the bounds of [`writer`] and [`succeeded`], in their words.
pub trait ReturnsResult {
    /// The success type.
    type Value;
    /// The error type.
    type Error;
    /// Names the success type.
    fn kind(&self) -> Of<Self::Value>;
    /// What the function returned, as a `Result`.
    ///
    /// # Errors
    /// The error that was returned.
    fn value(&self, returned: Result<Self::Value, Self::Error>) -> Result<Self::Value, Self::Error>;
}

impl<T, E> ReturnsResult for Returns<Result<T, E>> {
    type Value = T;
    type Error = E;

    fn kind(&self) -> Of<T> {
        Of(PhantomData)
    }

    fn value(&self, returned: Result<T, E>) -> Result<T, E> {
        returned
    }
}

/// Found on `&Returns<T>`, when the return type is not a `Result`.
pub trait ReturnsValue {
    /// The return type.
    type Value;
    /// Names the return type.
    fn kind(&self) -> Of<Self::Value>;
    /// What the function returned, as a `Result`.
    ///
    /// # Errors
    /// None.
    fn value(&self, returned: Self::Value) -> Result<Self::Value, Infallible>;
}

impl<T> ReturnsValue for &Returns<T> {
    type Value = T;

    fn kind(&self) -> Of<T> {
        Of(PhantomData)
    }

    fn value(&self, returned: T) -> Result<T, Infallible> {
        Ok(returned)
    }
}

/// The value, or the error as a tool error.
///
/// # Errors
/// The error that was returned.
pub fn succeeded<T, E: Fails>(returned: Result<T, E>) -> Result<T, ToolError> {
    returned.map_err(Into::into)
}

/// What the function of a tool or an agent may fail with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool or an agent",
    label = "not an error",
    note = "implement `std::error::Error` for `{Self}` (`#[derive(thiserror::Error)]` does), or fail with `ToolError`, \
            `String` or `&str`"
)]
pub trait Fails: Into<ToolError> {}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> Fails for E {}

/// What can be done with outputs of type `T`.
#[derive(Debug)]
pub struct Writer<T> {
    schema: fn() -> Schema,
    write: fn(&T) -> Result<Output, serde_json::Error>,
}

/// Asks of `T` what an output needs, once for all that is done with it.
#[must_use]
pub fn writer<T: ToolOutput>(_: Of<T>) -> Writer<T> {
    Writer { schema: Schema::of_output::<T>, write: Output::of::<T> }
}

impl<T> Writer<T> {
    /// The schema of the output.
    #[must_use]
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }

    /// Writes an output that its validator found no fault with.
    ///
    /// # Errors
    /// When the validator found issues, or the value cannot be written as JSON.
    pub fn write(&self, value: &T, issues: &[Issue]) -> Result<Output, ToolError> {
        if issues.is_empty() {
            Ok((self.write)(value)?)
        } else {
            Err(format!("the output is not valid: {}", Issue::join(issues)).into())
        }
    }
}

// ---- validation -----------------------------------------------------------------------------

// Three answers need two dereferences: a method of `&&T` is found first, then one of `&T`, then
// one of `T`.

/// A value, to ask what its validator says: `(&&&Validate(value)).issues(at)`.
#[derive(Debug)]
pub struct Validate<'a, T>(pub &'a T);

/// Found first, when `T` has a validator of the garde version that we re-export.
pub trait Validated {
    /// What the validator says, with `at` in front of the paths.
    fn issues(&self, at: &str) -> Issues;
}

impl<T: garde::Validate<Context: Default>> Validated for &&Validate<'_, T> {
    fn issues(&self, at: &str) -> Issues {
        let Err(report) = self.0.validate() else { return no_issues() };
        let join = |path: String| match (at, path.as_str()) {
            ("", _) => path,
            (at, "") => at.to_owned(),
            (at, inner) if inner.starts_with('[') => format!("{at}{inner}"),
            (at, inner) => format!("{at}.{inner}"),
        };
        report.iter().map(|(path, error)| Issue::new(join(path.to_string()), error.message())).collect()
    }
}

/// Found when there is no validator.
pub trait NotValidated {
    /// Nothing.
    fn issues(&self, _at: &str) -> Issues {
        no_issues()
    }
}

impl<T> NotValidated for Validate<'_, T> {}

/// A type, to ask whether it has a validator: `(&&&Validator::<T>::of()).found()`.
#[derive(Debug)]
pub struct Validator<T>(PhantomData<fn() -> T>);

impl<T> Validator<T> {
    /// The question.
    #[must_use]
    pub const fn of() -> Self {
        Self(PhantomData)
    }

    /// The question about the type of a value.
    #[must_use]
    pub const fn of_value(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// Found first, when `T` has a validator of the garde version that we re-export.
pub trait HasValidator {
    /// Yes.
    fn found(&self) -> bool {
        true
    }
}

impl<T: garde::Validate<Context: Default>> HasValidator for &&Validator<T> {}

/// Found when `T` has a validator that needs to be given something.
pub trait NeedsContext {
    /// What it needs.
    type Context;

    /// Refused: nobody gives it, and its rules would silently not hold.
    fn found(&self) -> bool
    where
        Self::Context: Supplied,
    {
        false
    }
}

impl<T: garde::Validate> NeedsContext for &Validator<T> {
    type Context = T::Context;
}

/// A context that a validator can be given.
#[diagnostic::on_unimplemented(
    message = "nobody gives a `{Self}` to the validator",
    label = "its `#[garde(context(..))]` is not `Default`",
    note = "implement `Default` for `{Self}`: values are validated with the default of their context; or write the rules \
            without a context"
)]
pub trait Supplied {}

#[diagnostic::do_not_recommend]
impl<C: Default> Supplied for C {}

/// Found when there is no validator.
pub trait HasNoValidator {
    /// No.
    fn found(&self) -> bool {
        false
    }
}

impl<T> HasNoValidator for Validator<T> {}

/// What is wrong with a value.
pub type Issues = Vec<Issue>;

/// Nothing, yet.
#[must_use]
pub fn no_issues() -> Issues {
    Vec::new()
}

/// A validator names fields as Rust does; models know them by their names in JSON.
#[must_use]
pub fn at_wire_names(mut issues: Issues, names: &[(&str, &str)]) -> Issues {
    for issue in &mut issues {
        let first = issue.path.find(['.', '[']).unwrap_or(issue.path.len());
        if let Some((_, wire_name)) = names.iter().find(|(name, _)| *name == &issue.path[..first]) {
            issue.path.replace_range(..first, wire_name);
        }
    }
    issues
}

// ---- tools ----------------------------------------------------------------------------------

/// A tool that is named in `tools(..)`.
#[derive(Debug)]
pub struct Listed<T> {
    tool: T,
    /// Its name.
    pub name: &'static str,
    erase: fn(T) -> Tool,
}

/// Asks of `tool` to be a tool, once for all that is done with it.
#[must_use]
pub const fn listed<T: TypedTool>(tool: T) -> Listed<T> {
    Listed { tool, name: T::NAME, erase: Tool::from }
}

impl<T> Listed<T> {
    /// The tool as an agent holds it.
    #[must_use]
    pub fn tool(self) -> Tool {
        (self.erase)(self.tool)
    }
}

/// States that a tool needs.
pub type Needs = Vec<Need>;

/// The needs of a tool's parameters.
#[must_use]
pub fn needs(needs: impl IntoIterator<Item = Option<Need>>) -> Needs {
    needs.into_iter().flatten().collect()
}

/// Whether the `index`th name is the first of its kind.
#[must_use]
pub const fn is_first(names: &[&str], index: usize) -> bool {
    let mut earlier = 0;
    while earlier < index {
        if same(names[earlier].as_bytes(), names[index].as_bytes()) {
            return false;
        }
        earlier += 1;
    }
    true
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

// ---- agents ---------------------------------------------------------------------------------

/// What an agent's function may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what an agent returns",
    label = "expected `Prompt<T>`",
    note = "return `Prompt<T>` or `Result<Prompt<T>, E>`, where `T` is the type of the answer"
)]
pub trait Prompts {
    /// The type of the answer.
    type Answer;
    /// What the function fails with.
    type Error;

    /// What the function returned, as a `Result`.
    ///
    /// # Errors
    /// The error that was returned.
    fn prompt(self) -> Result<Prompt<Self::Answer>, Self::Error>;
}

impl<T> Prompts for Prompt<T> {
    type Answer = T;
    type Error = Infallible;

    fn prompt(self) -> Result<Self, Infallible> {
        Ok(self)
    }
}

impl<T, E> Prompts for Result<Prompt<T>, E> {
    type Answer = T;
    type Error = E;

    fn prompt(self) -> Self {
        self
    }
}

/// What `#[agent(..)]` and the doc comment say.
#[derive(Debug)]
pub struct Settings {
    id: &'static str,
    model: &'static str,
    instructions: Option<&'static str>,
    tools: Vec<Tool>,
    tool_choice: ToolChoice,
    max_steps: Option<u32>,
    tool_concurrency: Option<usize>,
    on_error: Option<OnError>,
}

#[expect(missing_docs, reason = "each is the option of its name")]
#[expect(clippy::must_use_candidate, reason = "only expansions call them")]
#[expect(clippy::return_self_not_must_use, reason = "only expansions call them")]
impl Settings {
    pub fn new(id: &'static str) -> Self {
        Self {
            id,
            model: "",
            instructions: None,
            tools: Vec::new(),
            tool_choice: ToolChoice::default(),
            max_steps: None,
            tool_concurrency: None,
            on_error: None,
        }
    }

    pub fn model(self, model: &'static str) -> Self {
        Self { model, ..self }
    }

    pub fn instructions(self, text: &'static str) -> Self {
        Self { instructions: Some(text), ..self }
    }

    pub fn tools<Form>(mut self, tools: impl IntoTools<Form>) -> Self {
        self.tools.extend(tools.into_tools());
        self
    }

    pub fn tool_choice(self, tool_choice: ToolChoice) -> Self {
        Self { tool_choice, ..self }
    }

    pub fn max_steps(self, limit: u32) -> Self {
        Self { max_steps: Some(limit), ..self }
    }

    pub fn tool_concurrency(self, limit: usize) -> Self {
        Self { tool_concurrency: Some(limit), ..self }
    }

    pub fn on_error(self, policy: OnError) -> Self {
        Self { on_error: Some(policy), ..self }
    }
}

/// Starts an agent from the user's function. All that is asked of the types is asked here, once.
#[must_use]
pub fn agent<I, T, F, Fut>(settings: Settings, prompt: F, input: Check<I>, answer: Check<T>) -> AgentBuilder<I, T>
where
    I: Send + 'static,
    T: Answer,
    F: Fn(I) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Prompt<T>, ToolError>> + Send + 'static,
{
    let mut builder = AgentBuilder::from_function(settings.id, prompt, input, answer)
        .model(settings.model)
        .tools(settings.tools)
        .tool_choice(settings.tool_choice);
    if let Some(text) = settings.instructions {
        builder = builder.instructions(text);
    }
    if let Some(limit) = settings.max_steps {
        builder = builder.max_steps(limit);
    }
    if let Some(limit) = settings.tool_concurrency {
        builder = builder.tool_concurrency(limit);
    }
    if let Some(policy) = settings.on_error {
        builder = builder.on_error(policy);
    }
    builder
}

// ---- expansions that failed -----------------------------------------------------------------

/// The input of an agent whose attribute was refused: takes what agents are mostly run with.
#[derive(Debug)]
pub struct BrokenInput;

impl From<()> for BrokenInput {
    fn from((): ()) -> Self {
        Self
    }
}

impl From<&str> for BrokenInput {
    fn from(_: &str) -> Self {
        Self
    }
}

impl From<String> for BrokenInput {
    fn from(_: String) -> Self {
        Self
    }
}

/// Stands for what a refused attribute cannot give. The refusal is a compile error, so nothing
/// runs this.
///
/// # Panics
/// Always.
pub fn broken() -> ! {
    unreachable!("the attribute of this function was refused")
}
