//! Agents: what `#[agent]` makes, and how it is built and run.

mod app_context;
mod builder;
mod definition;
mod delegate;
mod outcome;
mod prompt;
mod prompt_context;
mod resume;
mod run_id;
mod settings;
mod start;

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

pub use app_context::AppContext;
pub use builder::AgentBuilder;
pub use delegate::SubAgent;
pub use outcome::{Outcome, Run};
pub use prompt::{Answer, Prompt};
pub use prompt_context::PromptContext;
pub use resume::{Kept, Resume};
pub use start::Start;

use app_context::ContextRule;

use crate::json::RawJson;
use crate::runner::{Setup, caught, caught_async};
use crate::schema::{Issue, Validators};
use crate::tool::ToolError;

type PromptFn<I, T> =
    Arc<dyn Fn(I, PromptContext) -> BoxFuture<'static, Result<Prompt<T>, ToolError>> + Send + Sync>;

/// An agent that takes an `I` and answers with a `T`. A clone copies a pointer.
///
/// ```
/// # use phaseo_agent::testing::ScriptedModel;
/// # use phaseo_agent::model::Response;
/// use phaseo_agent::prelude::*;
///
/// /// You greet people.
/// #[agent(model = "openai/gpt-5-nano")]
/// async fn greeter(name: String) -> Prompt<String> {
///     Prompt::user(format!("Greet {name}."))
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// # let client = ScriptedModel::new([Response::text("Hello, Ada!")]);
/// let agent = greeter::agent().client(client).build()?;
/// let run = agent.run("Ada").await?;
/// assert!(matches!(run.outcome(), Outcome::Completed(text) if text == "Hello, Ada!"));
/// # Ok::<(), phaseo_agent::Error>(())
/// # }).unwrap();
/// ```
pub struct Agent<I, T>(Arc<Inner<I, T>>);

struct Inner<I, T> {
    prompt: PromptFn<I, T>,
    input: Validators<I>,
    /// What a run's context is unless it is started with another.
    context: Option<RawJson>,
    context_rule: Option<ContextRule>,
    setup: Arc<Setup>,
}

impl Agent<String, String> {
    /// Starts an agent from text to text, for agents that are known only at run time. For other types
    /// there is [`AgentBuilder::of`]; for a function that is known at compile time, `#[agent]` says the
    /// same in fewer words and checks more.
    ///
    /// ```
    /// use phaseo_agent::Agent;
    /// # use phaseo_agent::testing::ScriptedModel;
    /// # use phaseo_agent::model::Response;
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// # let client = ScriptedModel::new([Response::text("Good evening.")]);
    /// let agent = Agent::builder("butler")
    ///     .model("openai/gpt-5-nano")
    ///     .instructions("You are a butler.")
    ///     .client(client)
    ///     .build()?;
    /// let run = agent.run("Hello!").await?;
    /// # assert_eq!(run.steps().len(), 1);
    /// # Ok::<(), phaseo_agent::Error>(())
    /// # }).unwrap();
    /// ```
    pub fn builder(id: impl Into<Arc<str>>) -> AgentBuilder<String, String> {
        AgentBuilder::of(id, |text: String| async {
            Ok::<_, ToolError>(Prompt::user(text))
        })
    }
}

/// What validators say of an input; they are the user's code and may panic.
fn issues<I>(validators: &Validators<I>, input: &I) -> Vec<Issue> {
    caught(|| validators.issues(input))
        .unwrap_or_else(|_| vec![Issue::new("", "the validation panicked")])
}

impl<I, T> Inner<I, T> {
    /// Calls the agent's own function, which may panic.
    async fn prompt(&self, input: I, context: PromptContext) -> Result<Prompt<T>, ToolError> {
        let prompt = async { (self.prompt)(input, context).await };
        caught_async(prompt)
            .await
            .unwrap_or_else(|panic| Err(format!("it panicked: {panic}").into()))
    }

    /// What is wrong with a run that has this context, or none.
    fn context_problem(&self, context: Option<&RawJson>) -> Option<String> {
        self.context_rule?.problem(context)
    }
}

impl<I: Send + 'static, T: Answer> Agent<I, T> {
    fn new(inner: Inner<I, T>) -> Self {
        Self(Arc::new(inner))
    }

    /// The agent's id: the name of its function.
    #[must_use]
    pub fn id(&self) -> &str {
        self.0.setup.definition.id()
    }

    /// Starts a run. Nothing happens until the result is awaited.
    pub fn run(&self, input: impl Into<I>) -> Start<'_, I, T> {
        Start::new(self, input.into())
    }

    /// Takes up a run where its log stands: one that is paused, with decisions; one that failed;
    /// one that was lost in a crash. Nothing happens until the result is awaited. It takes the run's
    /// id, or the run itself as [`Run::state`] and [`Error::run`](crate::Error::run) give it.
    pub fn resume(&self, run: impl Into<Kept>) -> Resume<'_, I, T> {
        Resume::new(self, run.into())
    }
}

impl<I, T> Clone for Agent<I, T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<I, T> fmt::Debug for Agent<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Agent").field(&self.0.setup).finish()
    }
}
