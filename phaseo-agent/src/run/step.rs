//! One model answer with the tool calls that it asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::item::{AssistantMessage, Item, ToolCall, ToolResult};
use crate::json::RawJson;
use crate::model::Response;
use crate::tool::NextTurn;

use super::entry::CallOutcome;
use super::output::cut;
use super::pause::Review;
use super::supply::Supply;

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
    /// What the question had beside what the agent always says.
    pub settings: NextTurn,
    /// The answer, once it came.
    pub response: Option<Response>,
    /// The calls, in the model's order.
    pub calls: Vec<Call>,
    /// Whether everything in it is done.
    pub closed: bool,
    /// The answer under review, if it is or was.
    pub(super) review: Option<UnderReview>,
}

/// An answer that a person looks at before the run ends with it.
#[derive(Clone, Debug)]
pub(super) struct UnderReview {
    /// Its id in decisions.
    pub(super) id: String,
    pub(super) review: Review,
    pub(super) answer: RawJson,
    pub(super) verdict: ReviewVerdict,
}

/// What came of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewVerdict {
    Open,
    Accepted,
    /// Somebody said something instead, and the model answers again.
    Answered,
}

impl Step {
    pub(super) fn new(number: u32, model: Arc<str>) -> Self {
        Self {
            number,
            attempts: 0,
            model,
            settings: NextTurn::default(),
            response: None,
            calls: Vec::new(),
            closed: false,
            review: None,
        }
    }

    /// What the settled calls change for the next question, later ones on top.
    pub(super) fn next_turn(&self) -> NextTurn {
        let mut merged = NextTurn::default();
        for call in &self.calls {
            merged.then(&call.next_turn);
        }
        merged
    }

    /// The app's context as the last call that set it left it.
    pub(super) fn context(&self) -> Option<&RawJson> {
        self.calls
            .iter()
            .rev()
            .find_map(|call| call.context.as_ref())
    }

    /// Whether the calls of `other` are the same, with the same arguments.
    pub(super) fn repeats(&self, other: &Self) -> bool {
        self.calls.len() == other.calls.len()
            && self
                .calls
                .iter()
                .zip(&other.calls)
                .all(|(one, two)| one.repeats(two))
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
///                     .--> AwaitingApproval --reject--> Dismissed ------------.
///                     |          `--approve--.              ^                 |
/// Asked --checked-----+                      v              | reject, output, v
///   |                 +--> Ready --claimed--> Claimed ----- | -----------> Settled
///   |                 |    |  ^                |  | give up-+                 ^
///   |                 |    |  `---- rerun -----'  `--> AwaitingInput ---------+
///   |                 |    |  (after a crash: in doubt)  |                    |
///   |                 |    |  `<-- output, of which the tool makes its own ---'
///   |                 |    `--the agent behind it began--> Open --it ended----+
///   |                 `--> AwaitingOutput -----------------------------------'|
///   `--refused, denied--------------------------------------------------------'
/// ```
#[derive(Clone, Debug)]
pub struct Call {
    message: Arc<AssistantMessage>,
    item: usize,
    pub(super) phase: CallPhase,
    pub(super) attempt: u32,
    /// The idempotency key that it was claimed with, once it was.
    pub(super) key: Option<String>,
    pub(super) progress: Vec<RawJson>,
    /// The call before somebody decided about it, until that is carried out.
    pub(super) before: Option<Box<Self>>,
    /// The input that an approver put in the model's place.
    pub(super) edited: Option<RawJson>,
    /// What somebody outside the run supplies, if somebody does or may.
    pub(super) supply: Option<Supply>,
    /// What somebody supplied, for the tool to make its output of.
    pub(super) supplied: Option<RawJson>,
    pub(super) context: Option<RawJson>,
    pub(super) next_turn: NextTurn,
    pub(super) max_output_chars: Option<usize>,
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
    /// It was executed and handed over: a person supplies what it asks for, for this reason.
    AwaitingInput(String),
    /// It may run.
    Ready,
    /// A person decided its outcome.
    Dismissed(CallOutcome),
    /// It is being executed, or was when the run was lost.
    Claimed,
    /// The agent behind it is at work.
    Open,
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
            key: None,
            progress: Vec::new(),
            before: None,
            edited: None,
            supply: None,
            supplied: None,
            context: None,
            next_turn: NextTurn::default(),
            max_output_chars: None,
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

    /// What somebody supplied, for the tool to make its output of.
    pub(crate) fn supplied(&self) -> Option<&RawJson> {
        self.supplied.as_ref()
    }

    /// Whether somebody decided about it, and that is not carried out.
    pub(super) fn is_decided(&self) -> bool {
        self.before.is_some()
    }

    /// Where it goes when nothing keeps it any more.
    pub(super) fn released(&self) -> CallPhase {
        match &self.supply {
            Some(supply) if !supply.interactive => CallPhase::AwaitingOutput,
            _ => CallPhase::Ready,
        }
    }

    /// Where it goes with what somebody supplied.
    pub(super) fn supply_with(&mut self, output: RawJson) {
        let responds = self.supply.as_ref().is_some_and(|supply| supply.responds);
        // A call in doubt is told its outcome, and nothing of it runs again.
        self.phase = if responds && self.phase != CallPhase::Claimed {
            self.supplied = Some(output);
            // The output is made in executions that are counted anew.
            self.attempt = 0;
            self.key = None;
            CallPhase::Ready
        } else {
            CallPhase::Dismissed(CallOutcome::Output(output))
        };
    }

    /// How far it came.
    #[must_use]
    pub fn phase(&self) -> &CallPhase {
        &self.phase
    }

    /// The input that it is carried out with: the model's, or what an approver put in its place.
    #[must_use]
    pub fn input(&self) -> &str {
        let edited = self.edited.as_ref().map(RawJson::as_str);
        edited.unwrap_or_else(|| self.tool_call().input())
    }

    /// How often it was executed or claimed to be. The executions that make its output of what was
    /// supplied are counted anew.
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
            CallOutcome::Output(output) => {
                let cut = self.max_output_chars.and_then(|most| cut(output, most));
                (cut.unwrap_or_else(|| output.clone()), false)
            }
            CallOutcome::Failed { told, .. } => (error(told), true),
            CallOutcome::Rejected { reason } | CallOutcome::GivenUp { reason } => {
                (error(reason), true)
            }
            CallOutcome::Cancelled { began } => (error(cancelled(*began)), true),
        };
        Some(ToolResult::new(self.tool_call(), output, is_error))
    }

    /// Whether it asks for the same as `other`.
    pub(super) fn repeats(&self, other: &Self) -> bool {
        self.tool_call().asks_the_same(other.tool_call())
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
