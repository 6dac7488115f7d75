//! Tools that may hand over to a person.

/// What an interactive tool comes to: its output at once, or a person who is asked for it.
///
/// ```
/// use phaseo_agent::tool::Interactive;
///
/// fn refund(cents: u32) -> Interactive<u32> {
///     if cents > 10_000 {
///         return Interactive::pending("more than the desk may give back");
///     }
///     Interactive::Done(cents)
/// }
/// assert_eq!(refund(500), Interactive::Done(500));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interactive<T> {
    /// The output.
    Done(T),
    /// A person supplies it, and is told this: the call pauses the run.
    Pending(String),
}

impl<T> Interactive<T> {
    /// Hands the call over to a person, who is told `prompt`.
    pub fn pending(prompt: impl Into<String>) -> Self {
        Self::Pending(prompt.into())
    }
}
