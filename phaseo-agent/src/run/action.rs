//! What the machine asks for, and what it is told.

use std::sync::Arc;

use crate::content::Content;
use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::{Response, Sampling, ToolChoice, Transcript};
use crate::schema::Issue;
use crate::tool::NextTurn;
use crate::usage::Usage;

use super::entry::Entry;
use super::failure::{CallFailure, Failure};
use super::path::Path;
use super::pause::Review;
use super::stop::Stop;
use super::supply::Supply;

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
    /// Find out what the app says of the next question of the agent at this path. No effect.
    PlanTurn(Path),
    /// Ask the model. Others may be asked meanwhile, for other agents of the run.
    AskModel(Ask),
    /// Check, open or execute these calls, side by side.
    RunTools(Vec<Work>),
    /// Make the executions of these calls end. They are still waited for, each with
    /// [`Happened::Stopped`], or [`Happened::Settled`] if it came to its own end first.
    StopTools(Vec<String>),
    /// Drop the question, the plan and the checks of the agent at this path. Nothing is told of
    /// them any more.
    Abandon(Path),
    /// Wait until something that was asked for happens.
    Wait,
    /// The run is paused or has ended.
    Done,
}

/// A question to the model.
#[derive(Debug)]
#[non_exhaustive]
pub struct Ask {
    /// Which agent of the run asks: empty for the outer one.
    pub path: Path,
    /// The step, from 1.
    pub step: u32,
    /// The model to ask.
    pub model: Arc<str>,
    /// The instructions, where they are not what the agent always says.
    pub instructions: Option<Arc<str>>,
    /// The names of the tools to offer, where they are not all.
    pub tools: Option<Vec<String>>,
    /// Temperature and limits.
    pub sampling: Sampling,
    /// The conversation so far.
    pub transcript: Transcript,
    /// Whether the model may, must or must not call a tool.
    pub tool_choice: ToolChoice,
    /// In how many milliseconds a limit of time is met, and that limit; `None` is never.
    pub deadline: Option<(u64, Stop)>,
}

/// One thing to do about a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Work {
    /// Find out whether the tool exists, the input is valid and a person must approve. No effect.
    Check {
        /// Which agent's call it is.
        path: Path,
        /// The step in which the model asked for it.
        step: u32,
        /// The call.
        call: ToolCall,
    },
    /// Find out what the agent behind the call says to its model first.
    Open {
        /// Which agent's call it is.
        path: Path,
        /// The call.
        call: ToolCall,
    },
    /// Execute the call once.
    Execute {
        /// Which agent's call it is.
        path: Path,
        /// The step in which the model asked for it.
        step: u32,
        /// The call.
        call: ToolCall,
        /// Which execution it is, from 1.
        attempt: u32,
        /// The key that stays the same for every execution of this call.
        idempotency_key: String,
        /// What somebody supplied, for the tool to make its output of.
        supplied: Option<RawJson>,
        /// The app's own context.
        context: Option<RawJson>,
    },
}

impl Work {
    /// The call that it is about.
    #[must_use]
    pub fn call(&self) -> &ToolCall {
        match self {
            Self::Check { call, .. } | Self::Open { call, .. } | Self::Execute { call, .. } => call,
        }
    }
}

/// What happened since the last action.
#[derive(Debug)]
#[non_exhaustive]
pub enum Happened {
    /// The entries of [`Action::Append`] are saved.
    Appended,
    /// The app said what it has to say of a question, or could not.
    Planned {
        /// Whose question it is.
        path: Path,
        /// What the question has beside what the agent always says.
        settings: Result<NextTurn, Failure>,
    },
    /// The model answered.
    Answered {
        /// Whose question it was.
        path: Path,
        /// The whole answer.
        response: Response,
        /// The answer's text as the type that was asked for, or what is wrong with it. Looked at
        /// only if the answer calls no tool.
        answer: Result<RawJson, Vec<Issue>>,
        /// Why a person must look at the answer; `None` if nobody must. Looked at only if the
        /// answer would end the run.
        review: Option<Review>,
    },
    /// The model did not answer.
    ModelFailed {
        /// Whose question it was.
        path: Path,
        /// Why.
        failure: Failure,
        /// What it used all the same.
        usage: Usage,
    },
    /// A limit was met while the model answered. The question was dropped.
    Interrupted {
        /// Whose question it was.
        path: Path,
        /// The limit.
        stop: Stop,
    },
    /// A call was checked.
    Checked {
        /// The call's id.
        call: String,
        /// What was found.
        verdict: Verdict,
    },
    /// The agent behind a call said what its model is to be told first, or could not.
    Opened {
        /// The call's id.
        call: String,
        /// The user message.
        prompt: Result<Arc<[Content]>, CallFailure>,
        /// The app's own context that it begins with, if its function set one.
        context: Option<RawJson>,
    },
    /// A call was executed.
    Settled {
        /// The call's id.
        call: String,
        /// How it came out.
        settlement: Settlement,
    },
    /// The execution of a call was stopped before its end.
    Stopped {
        /// The call's id.
        call: String,
        /// Its last progress values, at most 16.
        progress: Vec<RawJson>,
    },
    /// The run is called off. Questions to the model, plans and checks are no longer waited for.
    Cancelled {
        /// Why, if somebody said so.
        reason: Option<String>,
    },
}

/// How one execution of a call came out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settlement {
    /// What it gave.
    pub result: Result<Given, CallFailure>,
    /// Its last progress values, at most 16.
    pub progress: Vec<RawJson>,
    /// The app's context as it left it, if it set it.
    pub context: Option<RawJson>,
    /// What it changes for the next question.
    pub next_turn: NextTurn,
}

/// What an execution that did not fail gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The output.
    Output(RawJson),
    /// Nothing yet: a person must supply something first, for this reason.
    HandedOver(String),
}

impl Settlement {
    /// The last this many progress values of a call are kept.
    pub const PROGRESS: usize = 16;

    /// An execution that gave this, and nothing beside it.
    #[must_use]
    pub fn new(result: Result<Given, CallFailure>) -> Self {
        Self {
            result,
            progress: Vec::new(),
            context: None,
            next_turn: NextTurn::default(),
        }
    }

    /// An execution that gave this output, and nothing beside it.
    #[must_use]
    pub fn output(output: RawJson) -> Self {
        Self::new(Ok(Given::Output(output)))
    }
}

/// What the check of a call found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The tool is there and takes the input.
    Valid {
        /// Why a person must approve it; `None` if nobody must.
        approval: Option<String>,
        /// What somebody outside the run supplies, if somebody does or may.
        supply: Option<Supply>,
    },
    /// The agent does not allow it, for this reason.
    Denied(String),
    /// It cannot run.
    Refused(CallFailure),
}

/// The machine was told something that it had not asked for. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run did not expect this: {0}")]
pub struct Misuse(pub(super) String);
