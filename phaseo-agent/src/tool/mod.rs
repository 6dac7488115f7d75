//! Tools: what `#[tool]` makes, and what the runtime does with it.

mod builder;
mod context;
mod error;
mod extract;
mod input;
mod list;
mod options;
mod output;
mod registry;
mod typed;

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

pub use builder::{HandledToolBuilder, ToolBuilder};
pub use context::{CallInfo, ToolContext};
pub use error::{Severity, ToolError};
pub use extract::{Args, Extract, Need, State};
pub use input::ToolInput;
pub use list::{IntoTools, Many, One};
pub use options::{Gate, Kind, NextTurn, OnError, Options};
pub use output::{Output, ToolOutput};
pub use typed::{TypedTool, Validators};

pub(crate) use context::{Facts, States};
pub(crate) use registry::Registry;

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

    /// Properties whose rules nothing would check.
    pub(crate) fn unchecked_rules(&self) -> Vec<String> {
        self.0.unchecked_rules()
    }
}

impl<T: TypedTool> From<T> for Tool {
    fn from(tool: T) -> Self {
        Self(Arc::new(typed::Typed::new(tool)))
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
trait AnyTool: Send + Sync {
    fn name(&self) -> &str;
    fn description(&self) -> &str;
    fn options(&self) -> &Options;
    fn input_schema(&self) -> &Schema;
    fn output_schema(&self) -> &Schema;
    fn needs(&self) -> Vec<Need>;
    fn unchecked_rules(&self) -> Vec<String>;
    fn prepare(&self, arguments: &str) -> Result<Box<dyn Prepared>, Vec<Issue>>;
}

/// A call whose input was read and found valid.
pub(crate) trait Prepared: Send {
    /// Runs the tool once.
    fn run(self: Box<Self>, context: ToolContext) -> BoxFuture<'static, Result<Output, ToolError>>;
}
