//! What an event tells.

use std::sync::Arc;

use serde::Serialize;

use crate::json::RawJson;
use crate::model::FinishReason;
use crate::run::{Decision, Failure, Pause, Stop};
use crate::usage::Usage;

/// What an [`Event`](super::Event) tells.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum EventKind {
    /// The run began.
    #[serde(rename = "run.started")]
    RunStarted,
    /// The run was taken up again.
    #[serde(rename = "run.resumed")]
    RunResumed,
    /// People must decide before the run can go on.
    #[serde(rename = "run.waiting_for_human")]
    RunWaitingForHuman {
        /// What they must decide.
        pause: Pause,
    },
    /// The run ended with an answer.
    #[serde(rename = "run.completed")]
    RunCompleted {
        /// The answer.
        output: RawJson,
    },
    /// The run ended without an answer, as told to.
    #[serde(rename = "run.stopped")]
    RunStopped {
        /// Why.
        stop: Stop,
    },
    /// The run cannot go on by itself.
    #[serde(rename = "run.failed")]
    RunFailed {
        /// Why.
        error: Failure,
    },
    /// The run was called off.
    #[serde(rename = "run.cancelled")]
    RunCancelled,
    /// A step began.
    #[serde(rename = "step.started")]
    StepStarted {
        /// The step, from 1.
        step: u32,
    },
    /// A step came to its end, or as far as it can before people decide.
    #[serde(rename = "step.completed")]
    StepCompleted {
        /// The step.
        step: u32,
    },
    /// A step broke off.
    #[serde(rename = "step.failed")]
    StepFailed {
        /// The step.
        step: u32,
    },
    /// A step was called off.
    #[serde(rename = "step.cancelled")]
    StepCancelled {
        /// The step.
        step: u32,
    },
    /// The run can be taken up from here.
    #[serde(rename = "checkpoint.saved")]
    CheckpointSaved {
        /// The step.
        step: u32,
    },
    /// The model is being asked.
    #[serde(rename = "model.requested")]
    ModelRequested {
        /// The step.
        step: u32,
        /// Which attempt of this step it is, from 1.
        attempt: u32,
        /// The model.
        model: Arc<str>,
    },
    /// The model answered.
    #[serde(rename = "model.completed")]
    ModelCompleted {
        /// The step.
        step: u32,
        /// The text of the answer.
        text: String,
        /// Why the model stopped.
        finish_reason: FinishReason,
        /// What the answer cost.
        usage: Usage,
        /// The endpoint's id of the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
        /// The upstream provider's id of the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        native_response_id: Option<String>,
        /// The upstream provider.
        #[serde(skip_serializing_if = "Option::is_none")]
        provider: Option<String>,
    },
    /// The model did not answer.
    #[serde(rename = "model.failed")]
    ModelFailed {
        /// The step.
        step: u32,
        /// Why.
        error: Failure,
    },
    /// Somebody decided about a call, or about an answer under review.
    #[serde(rename = "decision.taken")]
    DecisionTaken {
        /// The id of the call or the review.
        id: String,
        /// What they decided.
        decision: Decision,
        /// Who.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// What they noted.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// A tool is being executed.
    #[serde(rename = "tool.started")]
    ToolStarted {
        /// The step.
        step: u32,
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// The input that it runs with: the model's, or what an approver put in its place.
        input: String,
        /// Which execution it is, from 1.
        attempt: u32,
    },
    /// A tool gave a value on the way to its output. It is told as it comes; the log keeps the last 16
    /// of a call.
    #[serde(rename = "tool.preliminary_result")]
    ToolPreliminaryResult {
        /// The step.
        step: u32,
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// The value.
        result: RawJson,
    },
    /// An interactive tool handed its call over to a person.
    #[serde(rename = "tool.handed_over")]
    ToolHandedOver {
        /// The step.
        step: u32,
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A tool gave its output.
    #[serde(rename = "tool.completed")]
    ToolCompleted {
        /// The step.
        step: u32,
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// The output.
        output: RawJson,
    },
    /// A call failed, with or without having been executed.
    #[serde(rename = "tool.failed")]
    ToolFailed {
        /// The step.
        step: u32,
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// Why, for people.
        error: String,
    },
    /// A person rejected a call, or gave it up.
    #[serde(rename = "tool.rejected")]
    ToolRejected {
        /// The step.
        step: u32,
        /// The call's id.
        call: String,
        /// The tool's name.
        name: String,
        /// What the model is told.
        reason: String,
    },
}
