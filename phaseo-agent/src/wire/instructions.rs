//! The instructions as the wire takes them.

use std::borrow::Cow;

use super::profile::Profile;
use crate::model::Request;

/// The instructions, with the answer's schema in words where the endpoint takes no schema.
pub(super) fn of<'a>(request: &'a Request, profile: &Profile) -> Option<Cow<'a, str>> {
    let own = request
        .instructions
        .as_deref()
        .filter(|text| !text.is_empty());
    let Some(answer) = request.answer.as_ref().filter(|_| !profile.json_schema) else {
        return own.map(Cow::Borrowed);
    };
    let rule = format!(
        "Give your final answer as JSON that matches this JSON Schema, with nothing around it:\n{}",
        answer.schema
    );
    Some(match own {
        Some(own) => format!("{own}\n\n{rule}").into(),
        None => rule.into(),
    })
}
