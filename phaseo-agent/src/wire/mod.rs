//! The wire formats, as pure functions from and to bytes.
//!
//! One neutral [`Request`] becomes a body of any [`Surface`], and a body or stream of any surface
//! becomes one neutral [`Response`]. Nothing here does IO. `Profile` holds what differs between
//! endpoints of one surface.

mod answer_form;
mod arguments;
mod chat_completions;
mod decoder;
mod excerpt;
mod failure;
mod finish;
mod history;
mod instructions;
pub(crate) mod limit;
mod members;
mod messages;
mod object;
mod profile;
mod responses;
mod retry_after;
mod sse;
mod stream;
mod surface;
mod tools;
mod usage;

use crate::model::{ModelError, Request, Response};

pub use decoder::Decoder;
pub(crate) use excerpt::of as excerpt;
pub(crate) use failure::of_status as failure;
pub use profile::{AnswerSchema, AuthScheme, Profile, ReasoningEcho};
pub use stream::Progress;
pub use surface::{Surface, UnknownSurface};

/// The body that asks `request` over `surface`.
///
/// What [`Request::memo`] and [`ToolSet::memo`](crate::model::ToolSet::memo) hold is not encoded
/// again.
#[must_use]
pub fn encode(request: &Request, surface: Surface, profile: &Profile, stream: bool) -> Vec<u8> {
    match surface {
        Surface::ChatCompletions => chat_completions::encode::encode(request, profile, stream),
        Surface::Responses => responses::encode::encode(request, profile, stream),
        Surface::Messages => messages::encode::encode(request, profile, stream),
    }
}

/// The answer in a whole body of `surface`.
///
/// # Errors
/// When the body is no answer of this surface, or tells of a failure.
///
/// ```
/// use phaseo_agent::{Profile, Surface, wire};
///
/// let profile = Profile::for_base_url(&"https://api.anthropic.com/v1".parse()?);
/// let body = br#"{"content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn"}"#;
/// let response = wire::decode(body, Surface::Messages, &profile)?;
/// assert_eq!(response.message.text(), "Hi");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(body: &[u8], surface: Surface, profile: &Profile) -> Result<Response, ModelError> {
    let body = std::str::from_utf8(body).map_err(|error| {
        failure::malformed("the answer is not UTF-8", &String::from_utf8_lossy(body))
            .with_source(error)
    })?;
    let members = members::Members::read(body)
        .map_err(|error| failure::no_object("the answer", body, &error))?;
    if let Some(error) = failure::inside(&members) {
        return Err(error);
    }
    let origin = profile.origin(surface);
    let decoded = match surface {
        Surface::ChatCompletions => chat_completions::decode::decode(&members, origin)?,
        Surface::Responses => responses::decode::decode(&members, origin)?,
        Surface::Messages => messages::decode::decode(&members, origin)?,
    };
    decoded
        .ok_or_else(|| failure::malformed(format!("the answer is no answer of `{surface}`"), body))
}

#[cfg(test)]
mod tests;
