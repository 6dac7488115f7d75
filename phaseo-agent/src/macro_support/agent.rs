//! What `#[agent]` makes of a function.

use std::convert::Infallible;
use std::future::Future;

use crate::agent::{AgentBuilder, Answer, Prompt};
use crate::model::ToolChoice;
use crate::runner::Check;
use crate::tool::{IntoTools, OnError, Tool, ToolError};

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
    input_rules: Vec<String>,
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
            input_rules: Vec::new(),
        }
    }

    pub fn model(self, model: &'static str) -> Self {
        Self { model, ..self }
    }

    pub fn instructions(self, text: &'static str) -> Self {
        Self {
            instructions: Some(text),
            ..self
        }
    }

    pub fn tools<Form>(mut self, tools: impl IntoTools<Form>) -> Self {
        self.tools.extend(tools.into_tools());
        self
    }

    pub fn tool_choice(self, tool_choice: ToolChoice) -> Self {
        Self {
            tool_choice,
            ..self
        }
    }

    pub fn max_steps(self, limit: u32) -> Self {
        Self {
            max_steps: Some(limit),
            ..self
        }
    }

    pub fn tool_concurrency(self, limit: usize) -> Self {
        Self {
            tool_concurrency: Some(limit),
            ..self
        }
    }

    pub fn input_rules(self, input_rules: Vec<String>) -> Self {
        Self {
            input_rules,
            ..self
        }
    }

    pub fn on_error(self, policy: OnError) -> Self {
        Self {
            on_error: Some(policy),
            ..self
        }
    }
}

/// Starts an agent from the user's function. All that is asked of the types is asked here, once.
pub fn agent<I, T, F, Fut>(
    settings: Settings,
    prompt: F,
    input: Check<I>,
    answer: Check<T>,
) -> AgentBuilder<I, T>
where
    I: Send + 'static,
    T: Answer,
    F: Fn(I) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Prompt<T>, ToolError>> + Send + 'static,
{
    let mut builder = AgentBuilder::from_function(settings.id, prompt, input, answer)
        .input_rules(settings.input_rules)
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
