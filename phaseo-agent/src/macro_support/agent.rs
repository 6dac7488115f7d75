//! What `#[agent]` makes of a function.

use std::convert::Infallible;
use std::future::Future;

use crate::agent::{AgentBuilder, Answer, Prompt, PromptContext};
use crate::schema::Validators;
use crate::tool::ToolError;

use super::listing::Needs;

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

/// Starts an agent from the user's function. All that is asked of the types is asked here, once: what
/// `#[agent(..)]` says is set on the builder by methods that ask nothing of them.
pub fn agent<I, T, F, Fut>(
    id: &'static str,
    input_rules: Vec<String>,
    needs: Needs,
    prompt: F,
    input: Validators<I>,
    answer: &Validators<T>,
) -> AgentBuilder<I, T>
where
    I: Send + 'static,
    T: Answer,
    F: Fn(I, PromptContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Prompt<T>, ToolError>> + Send + 'static,
{
    AgentBuilder::from_function(id, prompt, input, answer)
        .input_rules(input_rules)
        .needing(needs)
}
