//! Where the form of the final answer is said: on the wire, in the instructions, or both.

use super::profile::{AnswerSchema, Profile};
use crate::model::{AnswerFormat, Request, ToolChoice};

/// The form, where it is a field of the body.
pub(super) fn on_wire<'a>(request: &'a Request, profile: &Profile) -> Option<&'a AnswerFormat> {
    let may_call =
        !request.tools.definitions().is_empty() && request.tool_choice != ToolChoice::None;
    let is_on_wire = match profile.answer_schema {
        AnswerSchema::Wire => true,
        AnswerSchema::Both => !may_call,
        AnswerSchema::Instructions => false,
    };
    request.answer.as_deref().filter(|_| is_on_wire)
}

/// The form in words, where it belongs into the instructions.
///
/// It does not depend on the step, so that the prompt keeps its beginning.
pub(super) fn in_words(request: &Request, profile: &Profile) -> Option<String> {
    let answer = request
        .answer
        .as_ref()
        .filter(|_| profile.answer_schema != AnswerSchema::Wire)?;
    Some(format!(
        "Give your final answer as JSON that matches this JSON Schema, with nothing around it:\n{}",
        answer.schema
    ))
}
