//! A whole chat-completions body as a response.

use super::answer::Answer;
use crate::model::{ModelError, Response};
use crate::wire::members::Members;

/// The response in `body`; `None` if there is none.
pub(in crate::wire) fn decode(
    body: &Members<'_>,
    origin: String,
) -> Result<Option<Response>, ModelError> {
    let mut answer = Answer::default();
    Ok(answer.add_body(body)?.then(|| answer.into_response(origin)))
}
