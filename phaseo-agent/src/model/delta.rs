//! Pieces of an answer that is still on its way.

/// One piece of a streamed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delta {
    /// More of the answer's text.
    Text(String),
    /// More of the refusal.
    Refusal(String),
    /// More of the readable reasoning.
    Reasoning(String),
    /// A tool call became known by name.
    ToolCall {
        /// Its position among the calls of this answer, from 0.
        index: usize,
        /// The tool's name.
        name: String,
    },
    /// More of a tool call's arguments.
    Arguments {
        /// The call's position among the calls of this answer, from 0.
        index: usize,
        /// The next piece of its JSON text.
        text: String,
    },
}

/// Where a [`Model`](super::Model) hands the pieces of a streamed answer.
pub type DeltaSink<'a> = &'a mut (dyn FnMut(Delta) + Send);
