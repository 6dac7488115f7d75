//! Tools: what `#[tool]` makes, and what the runtime does with it.

pub(crate) mod approval;
pub(crate) mod builder;
mod classified;
mod context;
mod error;
mod extract;
mod input;
mod interactive;
mod list;
mod next_turn;
mod options;
mod outbox;
mod output;
mod progress;
mod registry;
mod run_context;
mod severity;
mod stream;
#[cfg(test)]
mod tests;
mod update;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

pub use approval::{
    ApprovalRule, Asks, DecidesCall, DecidesInput, OfCall, OfCallAsync, OfInput, OfInputAsync,
};
pub use builder::{HandledToolBuilder, RawToolBuilder, ToolBuilder, TypedTool};
pub use classified::{FatalError, RetryError};
pub use context::{CallInfo, ToolContext};
pub use error::ToolError;
pub use extract::{Args, Extract, Need, State};
pub use input::ToolInput;
pub use interactive::Interactive;
pub use list::{IntoTools, Many, One};
pub use next_turn::NextTurn;
pub use options::{Gate, Kind, OnError, Options};
pub use output::ToolOutput;
pub use progress::{Progress, ProgressValues};
pub use run_context::RunContext;
pub use severity::Severity;
pub use stream::ToolStream;
pub use update::Update;

pub(crate) use context::{Facts, States};
pub(crate) use outbox::{CallOff, Outbox};
pub(crate) use progress::{Emitted, ProgressSink};
pub(crate) use registry::Registry;

use crate::content::Content;
use crate::json::RawJson;
use crate::schema::{Issue, Schema};

/// A tool of any kind, as an agent holds it. A clone copies a pointer.
///
/// ```
/// # mod tools {
/// use phaseo_agent::prelude::*;
///
/// /// Add two numbers.
/// #[tool]
/// pub async fn add(left: i64, right: i64) -> i64 {
///     left + right
/// }
/// # }
/// # use tools::add;
/// # use phaseo_agent::Tool;
/// let tool = Tool::from(add {});
/// assert_eq!((tool.name(), tool.description()), ("add", "Add two numbers."));
/// ```
#[derive(Clone)]
pub struct Tool(Arc<dyn AnyTool>);

impl Tool {
    /// Starts a tool of this name, for tools that are known only at run time. For a function that
    /// is known at compile time, `#[tool]` says the same in fewer words and checks more.
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder::new(name.into())
    }

    /// A tool of another layer, such as an agent behind a tool.
    pub(crate) fn of(tool: impl AnyTool + 'static) -> Self {
        Self(Arc::new(tool))
    }

    /// The name by which a model calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// What a model is told about it.
    #[must_use]
    pub fn description(&self) -> &str {
        self.0.description()
    }

    /// Its options.
    #[must_use]
    pub fn options(&self) -> &Options {
        self.0.options()
    }

    /// What it accepts.
    #[must_use]
    pub fn input_schema(&self) -> &Schema {
        self.0.input_schema()
    }

    /// What it gives back.
    #[must_use]
    pub fn output_schema(&self) -> &Schema {
        self.0.output_schema()
    }

    /// Reads and validates arguments. Nothing of the user's function runs.
    pub(crate) fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        self.0.prepare(arguments)
    }

    pub(crate) fn needs(&self) -> Vec<Need> {
        self.0.needs()
    }

    /// Properties of the input whose rules nothing would check.
    pub(crate) fn unchecked_rules(&self) -> Vec<String> {
        self.0.unchecked_rules()
    }

    /// What makes it unfit for an agent, beside what the registry looks at.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.0.problems()
    }
}

/// What the runner asks of tools that somebody outside takes part in, or that are agents.
impl Tool {
    /// What somebody outside supplies for it.
    pub(crate) fn supplied_schema(&self) -> &Schema {
        self.0.supplied_schema()
    }

    /// Whether `on_response` turns what is supplied into the output.
    pub(crate) fn responds(&self) -> bool {
        self.0.responds()
    }

    /// Makes the output of what was supplied.
    pub(crate) fn respond(
        &self,
        arguments: &str,
        supplied: &RawJson,
    ) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        self.0.respond(arguments, supplied)
    }

    /// Checks a supplied value that its schema found no fault with.
    pub(crate) fn supplied_issues(&self, supplied: &RawJson) -> Vec<Issue> {
        self.0.supplied_issues(supplied)
    }

    /// Another agent behind the tool.
    pub(crate) fn delegate(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.0.delegate()
    }
}

impl<T: TypedTool> From<T> for Tool {
    fn from(tool: T) -> Self {
        tool.tool()
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("name", &self.name())
            .field("options", self.options())
            .finish_non_exhaustive()
    }
}

/// The object-safe form of a tool.
pub(crate) trait AnyTool: Send + Sync {
    fn name(&self) -> &str;
    fn description(&self) -> &str;
    fn options(&self) -> &Options;
    fn input_schema(&self) -> &Schema;
    fn output_schema(&self) -> &Schema;
    fn needs(&self) -> Vec<Need>;

    /// Properties of the input whose rules nothing would check.
    fn unchecked_rules(&self) -> Vec<String>;

    /// Reads and validates arguments.
    fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>>;

    /// What somebody outside supplies for it: the schema of a manual tool's output, of an
    /// interactive one's, or of what `on_response` takes.
    fn supplied_schema(&self) -> &Schema {
        self.output_schema()
    }

    /// Whether `on_response` turns what is supplied into the output.
    fn responds(&self) -> bool {
        false
    }

    /// Runs `on_response` once on what was supplied, or says why it does not fit. A tool without
    /// one gives what was supplied as its output.
    fn respond(
        &self,
        _arguments: &str,
        supplied: &RawJson,
    ) -> Result<Box<dyn Prepared>, Vec<Issue>> {
        Ok(Box::new(AsSupplied(supplied.clone())))
    }

    /// Checks a supplied value that its schema found no fault with, for outputs without
    /// `on_response`.
    fn supplied_issues(&self, _supplied: &RawJson) -> Vec<Issue> {
        Vec::new()
    }

    /// What makes it unfit for an agent, beside what the registry checks for all tools.
    fn problems(&self) -> Vec<String> {
        Vec::new()
    }

    /// Another agent behind the tool, for the runner to look into.
    fn delegate(&self) -> Option<&(dyn Any + Send + Sync)> {
        None
    }
}

/// A call whose input was read and found valid.
pub(crate) trait Prepared: Send {
    /// Whether a person must approve it, and what that person is told; `None` where the tool has no
    /// rule of its own. It is the user's code: it may fail or panic.
    fn approval<'a>(
        &'a self,
        _context: &'a ToolContext,
    ) -> Option<BoxFuture<'a, Result<Option<String>, ToolError>>> {
        None
    }

    /// Runs the tool once.
    fn run(
        self: Box<Self>,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<Finished, ToolError>>;
}

/// What one execution came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finished {
    /// The agent behind the tool says this to its model first.
    Prompt(Arc<[Content]>),
    /// The output.
    Output(RawJson),
    /// An interactive tool asks a person for the output.
    HandedOver {
        /// What the person is told.
        reason: String,
    },
}

/// What was supplied for a call, as its output.
struct AsSupplied(RawJson);

impl Prepared for AsSupplied {
    fn run(self: Box<Self>, _: ToolContext) -> BoxFuture<'static, Result<Finished, ToolError>> {
        Box::pin(async move { Ok(Finished::Output(self.0)) })
    }
}
