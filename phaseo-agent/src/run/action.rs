//! What the machine asks for, and what it is told.

use std::sync::Arc;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::{Response, ToolChoice, Transcript};
use crate::schema::Issue;

use super::entry::Entry;
use super::failure::{CallFailure, Failure};

/// What the machine asks for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Action {
    /// Save these entries behind the `expected_seq` that are there. Nothing else is asked until
    /// [`Happened::Appended`].
    Append {
        /// The number of entries that the log must have before.
        expected_seq: u64,
        /// The entries.
        entries: Vec<Arc<Entry>>,
    },
    /// Ask the model.
    AskModel(Ask),
    /// Check or execute these calls, side by side.
    RunTools(Vec<Work>),
    /// Make the executions of these calls end. They are still waited for, each with
    /// [`Happened::Stopped`], or [`Happened::Settled`] if it came to its own end first.
    StopTools(Vec<String>),
    /// Wait until something that was asked for happens.
    Wait,
    /// The run is paused or has ended.
    Done,
}

/// A question to the model.
#[derive(Debug)]
#[non_exhaustive]
pub struct Ask {
    /// The step, from 1.
    pub step: u32,
    /// The model to ask.
    pub model: Arc<str>,
    /// The conversation so far.
    pub transcript: Transcript,
    /// Whether the model may, must or must not call a tool.
    pub tool_choice: ToolChoice,
}

/// One thing to do about a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Work {
    /// Find out whether the tool exists, the input is valid and a person must approve. No effect.
    Check {
        /// The call.
        call: ToolCall,
    },
    /// Execute the call once.
    Execute {
        /// The step in which the model asked for it.
        step: u32,
        /// The call.
        call: ToolCall,
        /// Which execution it is, from 1.
        attempt: u32,
        /// The key that stays the same for every execution of this call.
        idempotency_key: String,
    },
}

/// What happened since the last action.
#[derive(Debug)]
#[non_exhaustive]
pub enum Happened {
    /// The entries of [`Action::Append`] are saved.
    Appended,
    /// The model answered.
    Answered {
        /// The whole answer.
        response: Response,
        /// The answer's text as the type that was asked for, or what is wrong with it. Looked at
        /// only if the answer calls no tool.
        answer: Result<RawJson, Vec<Issue>>,
    },
    /// The model did not answer.
    ModelFailed(Failure),
    /// A call was checked.
    Checked {
        /// The call's id.
        call: String,
        /// What was found.
        verdict: Verdict,
    },
    /// A call was executed.
    Settled {
        /// The call's id.
        call: String,
        /// Its output, or its failure.
        result: Result<RawJson, CallFailure>,
    },
    /// The execution of a call was stopped before its end.
    Stopped {
        /// The call's id.
        call: String,
    },
    /// The run is called off. A question to the model is no longer waited for.
    Cancelled {
        /// Why, if somebody said so.
        reason: Option<String>,
    },
}

/// What the check of a call found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The tool is there and takes the input.
    Valid {
        /// Why a person must approve it; `None` if nobody must.
        approval: Option<String>,
        /// The form of its output, if somebody outside the run supplies it.
        manual: Option<RawJson>,
    },
    /// It cannot run.
    Refused(CallFailure),
}

/// The machine was told something that it had not asked for. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run did not expect this: {0}")]
pub struct Misuse(pub(super) String);
