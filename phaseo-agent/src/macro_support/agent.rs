//! What `#[agent]` makes of a function.

use std::convert::Infallible;
use std::future::Future;

use crate::agent::{AgentBuilder, Answer, Prompt};
use crate::model::ToolChoice;
use crate::run::{Limits, OnStop, Rules};
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
    rules: Rules,
    instructions: Option<&'static str>,
    tools: Vec<Tool>,
    input_rules: Vec<String>,
}

#[expect(missing_docs, reason = "each is the option of its name")]
#[expect(clippy::must_use_candidate, reason = "only expansions call them")]
#[expect(clippy::return_self_not_must_use, reason = "only expansions call them")]
impl Settings {
    pub fn new(id: &'static str) -> Self {
        Self {
            rules: Rules::of_agent(id),
            instructions: None,
            tools: Vec::new(),
            input_rules: Vec::new(),
        }
    }

    pub fn model(mut self, model: &'static str) -> Self {
        self.rules.model = model.into();
        self
    }

    pub fn instructions(mut self, text: &'static str) -> Self {
        self.instructions = Some(text);
        self
    }

    pub fn tools<Form>(mut self, tools: impl IntoTools<Form>) -> Self {
        self.tools.extend(tools.into_tools());
        self
    }

    pub fn tool_choice(mut self, tool_choice: ToolChoice) -> Self {
        self.rules.tool_choice = tool_choice;
        self
    }

    pub fn max_steps(mut self, limit: u32) -> Self {
        self.rules.max_steps = limit;
        self
    }

    pub fn stop_when(mut self, limits: Limits) -> Self {
        self.rules.limits = limits;
        self
    }

    pub fn on_stop(mut self, then: OnStop) -> Self {
        self.rules.on_stop = then;
        self
    }

    pub fn loop_guard(mut self, rounds: u32) -> Self {
        self.rules.loop_guard = Some(rounds);
        self
    }

    pub fn tool_concurrency(mut self, limit: usize) -> Self {
        self.rules.tool_concurrency = limit;
        self
    }

    pub fn max_output_chars(mut self, limit: usize) -> Self {
        self.rules.max_output_chars = Some(limit);
        self
    }

    pub fn temperature(mut self, temperature: f64) -> Self {
        self.rules.sampling.temperature = Some(temperature);
        self
    }

    pub fn top_p(mut self, share: f64) -> Self {
        self.rules.sampling.top_p = Some(share);
        self
    }

    pub fn max_output_tokens(mut self, limit: u32) -> Self {
        self.rules.sampling.max_output_tokens = Some(limit);
        self
    }

    pub fn on_error(mut self, policy: OnError) -> Self {
        self.rules.on_error = policy;
        self
    }

    pub fn input_rules(mut self, input_rules: Vec<String>) -> Self {
        self.input_rules = input_rules;
        self
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
    let builder = AgentBuilder::from_function(settings.rules, prompt, input, answer)
        .input_rules(settings.input_rules)
        .tools(settings.tools);
    match settings.instructions {
        Some(text) => builder.instructions(text),
        None => builder,
    }
}
