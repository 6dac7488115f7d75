//! One model answer with the tool calls that it asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::item::{AssistantMessage, Item, ToolCall, ToolResult};
use crate::json::RawJson;
use crate::model::Response;

use super::entry::CallOutcome;

/// One model answer with the tool calls that it asked for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// Its number, from 1.
    pub number: u32,
    /// How often the model was asked.
    pub attempts: u32,
    /// The model that was asked.
    pub model: Arc<str>,
    /// The answer, once it came.
    pub response: Option<Response>,
    /// The calls, in the model's order.
    pub calls: Vec<Call>,
    /// Whether everything in it is done.
    pub closed: bool,
}

impl Step {
    pub(super) fn new(number: u32, model: Arc<str>) -> Self {
        Self {
            number,
            attempts: 0,
            model,
            response: None,
            calls: Vec::new(),
            closed: false,
        }
    }

    pub(super) fn answer(&mut self, response: Response) {
        let message = &response.message;
        self.calls = message
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| matches!(item, Item::ToolCall(_)))
            .map(|(item, _)| Call::new(Arc::clone(message), item))
            .collect();
        self.response = Some(response);
    }

    /// The tools that gave an output (`false`) or failed and gave none (`true`). Which of several
    /// calls finished first makes no difference.
    pub(super) fn failures(&self) -> BTreeMap<String, bool> {
        let mut failures = BTreeMap::new();
        for call in &self.calls {
            let failed = match call.outcome() {
                Some(CallOutcome::Output(_)) => false,
                Some(CallOutcome::Failed { .. }) => true,
                _ => continue,
            };
            failures
                .entry(call.name().to_owned())
                .and_modify(|all| *all &= failed)
                .or_insert(failed);
        }
        failures
    }

    /// The results of the calls, in call order.
    pub(super) fn results(&self) -> Arc<[ToolResult]> {
        self.calls.iter().filter_map(Call::result).collect()
    }
}

/// A tool call and how far it came.
///
/// ```text
///                     .--> AwaitingApproval --reject--> Dismissed -----------.
///                     |          `--approve--.              ^                |
/// Asked --checked-----+                      v              | reject,        v
///   |                 +--> Ready --claimed--> Claimed --------------------> Settled
///   |                 |      ^                  |           | output         ^
///   |                 |      `----- rerun ------+-- give up-+                |
///   |                 |       (after a crash: in doubt)     |                |
///   |                 `--> AwaitingOutput ------------------'                |
///   `--refused---------------------------------------------------------------'
/// ```
#[derive(Clone, Debug)]
pub struct Call {
    message: Arc<AssistantMessage>,
    item: usize,
    pub(super) phase: CallPhase,
    pub(super) attempt: u32,
    pub(super) progress: Vec<RawJson>,
    /// The input that an approver put in the model's place.
    pub(super) edited: Option<RawJson>,
    /// The form of the output that somebody outside the run supplies.
    pub(super) manual: Option<RawJson>,
}

/// How far a [`Call`] came.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallPhase {
    /// The model asked for it.
    Asked,
    /// It waits for a person's approval, for this reason.
    AwaitingApproval(String),
    /// Somebody outside the run does it and supplies the output.
    AwaitingOutput,
    /// It may run.
    Ready,
    /// A person decided its outcome.
    Dismissed(CallOutcome),
    /// It is being executed, or was when the run was lost.
    Claimed,
    /// It came to an end.
    Settled(CallOutcome),
}

impl Call {
    fn new(message: Arc<AssistantMessage>, item: usize) -> Self {
        Self {
            message,
            item,
            phase: CallPhase::Asked,
            attempt: 0,
            progress: Vec::new(),
            edited: None,
            manual: None,
        }
    }

    /// The call as the model wrote it.
    #[must_use]
    pub fn tool_call(&self) -> &ToolCall {
        match &self.message.items[self.item] {
            Item::ToolCall(call) => call,
            other => unreachable!("a call points at a tool call, not at {other:?}"),
        }
    }

    /// The call's id in this run.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.tool_call().id
    }

    /// The tool's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.tool_call().name
    }

    /// The call as it is carried out: the model's, with the input that an approver put in its place.
    pub(crate) fn effective(&self) -> ToolCall {
        let mut call = self.tool_call().clone();
        if let Some(input) = &self.edited {
            input.as_str().clone_into(&mut call.arguments);
        }
        call
    }

    /// Where it goes when nothing keeps it any more.
    pub(super) fn released(&self) -> CallPhase {
        match self.manual {
            Some(_) => CallPhase::AwaitingOutput,
            None => CallPhase::Ready,
        }
    }

    /// How far it came.
    #[must_use]
    pub fn phase(&self) -> &CallPhase {
        &self.phase
    }

    /// How often it was executed or claimed to be.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.attempt
    }

    /// What it came to, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&CallOutcome> {
        match &self.phase {
            CallPhase::Settled(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The last progress values, at most 16.
    #[must_use]
    pub fn progress(&self) -> &[RawJson] {
        &self.progress
    }

    /// What the model reads, once the call is settled.
    #[must_use]
    pub fn result(&self) -> Option<ToolResult> {
        let error = |text: &str| error_json(text);
        let (output, is_error) = match self.outcome()? {
            CallOutcome::Output(output) => (output.clone(), false),
            CallOutcome::Failed { told, .. } => (error(told), true),
            CallOutcome::Rejected { reason } | CallOutcome::GivenUp { reason } => {
                (error(reason), true)
            }
            CallOutcome::Cancelled { began } => (error(cancelled(*began)), true),
        };
        Some(ToolResult::new(self.tool_call(), output, is_error))
    }
}

/// What is said of a call that was called off.
pub(crate) fn cancelled(began: bool) -> &'static str {
    if began {
        "the call was cancelled before it finished; it may have taken effect"
    } else {
        "the call was cancelled before it began"
    }
}

/// `{"error": text}`.
fn error_json(text: &str) -> RawJson {
    #[derive(serde::Serialize)]
    struct Told<'a> {
        error: &'a str,
    }
    RawJson::of(&Told { error: text }).expect("a text can be written as JSON")
}
