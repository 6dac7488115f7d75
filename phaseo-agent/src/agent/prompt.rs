//! What an agent's function returns.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::content::Content;

/// The user message that a run starts with, and the type `T` of the answer that it is to end with.
///
/// `Prompt<String>` asks for plain text; any other `T` for JSON that fits `T`.
///
/// ```
/// use phaseo_agent::Prompt;
///
/// let prompt: Prompt<String> = Prompt::user("Say hello.");
/// assert_eq!(prompt.content()[0].as_text(), Some("Say hello."));
/// ```
#[derive(Clone)]
pub struct Prompt<T> {
    content: Arc<[Content]>,
    answer: PhantomData<fn() -> T>,
}

impl<T> Prompt<T> {
    /// A user message.
    #[must_use]
    pub fn user(text: impl Into<Content>) -> Self {
        Self {
            content: Arc::new([text.into()]),
            answer: PhantomData,
        }
    }

    /// The parts of the message.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    pub(crate) fn into_content(self) -> Arc<[Content]> {
        self.content
    }
}

impl<T> fmt::Debug for Prompt<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("content", &self.content)
            .finish()
    }
}

/// A type that the final answer of an agent can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of an agent",
    label = "not an answer",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to `{Self}`, or return `Prompt<String>` for plain text"
)]
pub trait Answer: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Answer for T {}
