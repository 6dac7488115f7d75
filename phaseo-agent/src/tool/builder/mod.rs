//! Tools from closures, for what is known only at run time.
//!
//! There is one [`Built`](built::Built) tool, whether its values are Rust types or JSON of a schema, and
//! whether a builder or a macro made it: they differ only in who checks the values at its [`Side`]s.

mod annotated;
mod built;
mod handled;
mod json_schema;
mod raw;
mod side;
mod work;

use std::time::Duration;

use futures_util::Stream;
use serde_json::Value;

use super::context::ToolContext;
use super::error::ToolError;
use super::input::ToolInput;
use super::interactive::Interactive;
use super::next_turn::NextTurn;
use super::options::{OnError, Options};
use super::output::ToolOutput;
use super::progress::Progress;
use super::update::Update;

pub use annotated::{Annotated, AnnotatedTool, Supplied, TypedTool, annotated, extracted};
pub use handled::HandledToolBuilder;
pub use raw::RawToolBuilder;
pub use side::Side;

pub(crate) use built::Response;

use built::Sides;

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

    /// Sets in how many steps in a row the tool may fail, and be handed back to the model, before
    /// its next failure ends the run; 2 unless told otherwise.
    pub fn max_retries(mut self, most: u32) -> Self {
        self.options = self.options.max_retries(most);
        self
    }

    /// Makes it run alone in its step.
    pub fn sequential(mut self) -> Self {
        self.options = self.options.sequential();
        self
    }

    /// Limits how many calls of it run at once; only the agent's limit unless told otherwise.
    pub fn max_concurrency(mut self, most: usize) -> Self {
        self.options = self.options.max_concurrency(most);
        self
    }

    /// Limits how many characters of its output the model gets to read.
    pub fn max_output_chars(mut self, most: usize) -> Self {
        self.options = self.options.max_output_chars(most);
        self
    }

    /// Sets what a successful call changes for the next request, and only for that one. What an
    /// execution sets by [`ToolContext::set_next_turn`] wins.
    pub fn next_turn(mut self, next: NextTurn) -> Self {
        self.options = self.options.next_turn(next);
        self
    }

    /// What the tool does: an async function or closure of its input and the call's context.
    pub fn handler<I, T, E, F, Fut>(self, handler: F) -> HandledToolBuilder<I, T>
    where
        I: ToolInput,
        T: ToolOutput + Send + 'static,
        E: Into<ToolError>,
        F: Fn(I, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
    {
        HandledToolBuilder::new(self, Sides::typed(), work::handler(handler))
    }

    /// What the tool does, without waiting for anything. It should be quick: what blocks belongs
    /// into a [`handler`](Self::handler) that hands it to a thread.
    pub fn sync_handler<I, T, E, F>(self, handler: F) -> HandledToolBuilder<I, T>
    where
        I: ToolInput,
        T: ToolOutput + 'static,
        E: Into<ToolError>,
        F: Fn(I, ToolContext) -> Result<T, E> + Send + Sync + 'static,
    {
        HandledToolBuilder::new(self, Sides::typed(), work::sync_handler(handler))
    }

    /// What the tool does, with progress values on the way.
    ///
    /// ```
    /// use phaseo_agent::prelude::*;
    /// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Scan { files: u32 }
    ///
    /// let scan = Tool::builder("scan")
    ///     .description("Scan files.")
    ///     .streaming_handler(|input: Scan, _, progress: Progress<u32>| async move {
    ///         for file in 1..=input.files {
    ///             progress.send(file).await?;
    ///         }
    ///         Ok::<_, ToolError>("scanned")
    ///     })
    ///     .build();
    /// ```
    pub fn streaming_handler<I, P, T, E, F, Fut>(
        mut self,
        handler: F,
    ) -> HandledToolBuilder<I, T, P>
    where
        I: ToolInput,
        P: ToolOutput + 'static,
        T: ToolOutput + Send + 'static,
        E: Into<ToolError>,
        F: Fn(I, ToolContext, Progress<P>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
    {
        self.options = self.options.streaming();
        HandledToolBuilder::new(self, Sides::typed(), work::streaming_handler(handler))
    }

    /// What the tool does, as a stream of progress values that ends with the output: see [`Update`].
    pub fn stream<I, P, T, E, F, S>(mut self, updates: F) -> HandledToolBuilder<I, T, P>
    where
        I: ToolInput,
        P: ToolOutput + Send + 'static,
        T: ToolOutput + Send + 'static,
        E: Into<ToolError>,
        F: Fn(I, ToolContext) -> S + Send + Sync + 'static,
        S: Stream<Item = Result<Update<P, T>, E>> + Send + 'static,
    {
        self.options = self.options.streaming();
        HandledToolBuilder::new(self, Sides::typed(), work::stream(updates))
    }

    /// What the tool does, or hands over to a person: such a call pauses the run until
    /// [`Resume::output`](crate::Resume::output).
    ///
    /// ```
    /// use phaseo_agent::prelude::*;
    /// use phaseo_agent::tool::Interactive;
    /// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Refund { cents: u32 }
    ///
    /// let refund = Tool::builder("refund")
    ///     .description("Give money back.")
    ///     .interactive(async |input: Refund, _| {
    ///         Ok::<_, ToolError>(match input.cents {
    ///             0..=10_000 => Interactive::Done(input.cents),
    ///             _ => Interactive::pending("more than the desk may give back"),
    ///         })
    ///     })
    ///     .build();
    /// ```
    pub fn interactive<I, T, E, F, Fut>(mut self, handler: F) -> HandledToolBuilder<I, T>
    where
        I: ToolInput,
        T: ToolOutput + Send + 'static,
        E: Into<ToolError>,
        F: Fn(I, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Interactive<T>, E>> + Send + 'static,
    {
        self.options = self.options.interactive();
        HandledToolBuilder::new(
            self,
            Sides::typed(),
            work::interactive(move |input, context, _| handler(input, context)),
        )
    }

    /// Leaves the work to somebody outside the run, who supplies a `T`: each call pauses the run
    /// until [`Resume::output`](crate::Resume::output).
    pub fn manual<I: ToolInput, T: ToolOutput + 'static>(mut self) -> HandledToolBuilder<I, T> {
        self.options = self.options.manual();
        HandledToolBuilder::new(self, Sides::typed(), work::manual())
    }

    /// Goes on with a JSON Schema in place of a Rust type as the input: see [`RawToolBuilder`].
    pub fn raw(self, input_schema: Value) -> RawToolBuilder {
        RawToolBuilder::new(self, input_schema)
    }
}
