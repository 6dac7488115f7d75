//! A stream of chat-completion chunks as a response.
//!
//! ```text
//!             chunk            finish_reason           [DONE]
//!  ┌───────┐ ───────▶ ┌──────┐ ─────────────▶ ┌──────┐ ──────▶ ┌──────┐
//!  │ empty │          │ open │                │ last │         │ done │
//!  └───────┘          └──────┘ ─────────────────────────────▶  └──────┘
//!   end: Incomplete    end: Incomplete         end: response    end: response
//! ```
//!
//! After the finish reason usage may still come, so reading goes on until `[DONE]` or the end.

use super::answer::Answer;
use crate::model::{DeltaSink, FinishReason, ModelError, ModelErrorKind, Response};
use crate::wire::failure;
use crate::wire::members::Members;
use crate::wire::profile::Profile;
use crate::wire::sse::Event;
use crate::wire::surface::Surface;

/// The answer behind a stream, while it comes.
#[derive(Debug)]
pub(crate) struct Stream {
    answer: Answer,
    origin: String,
    is_done: bool,
}

/// Whether a stream has more to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// More may come.
    More,
    /// The terminator came: nothing after it counts (Q41).
    Done,
}

impl Stream {
    pub(crate) fn new(profile: &Profile) -> Self {
        let origin = profile.origin(Surface::ChatCompletions);
        Self {
            answer: Answer::default(),
            origin,
            is_done: false,
        }
    }

    /// Takes one event.
    pub(crate) fn event(
        &mut self,
        event: &Event,
        sink: DeltaSink<'_>,
    ) -> Result<Progress, ModelError> {
        let data = event.data.trim();
        if data == "[DONE]" {
            self.is_done = true;
            return Ok(Progress::Done);
        }
        if event.name == "error" {
            return Err(failure::of_event(data));
        }
        let chunk = Members::read(data)
            .map_err(|error| failure::no_object("a chunk of the stream", data, &error))?;
        if let Some(error) = failure::inside(&chunk) {
            return Err(error);
        }
        self.answer.add_chunk(&chunk, sink)?;
        Ok(Progress::More)
    }

    /// Whether the message has ended. Only usage and the terminator can still come.
    pub(crate) fn is_ended(&self) -> bool {
        self.answer.is_finished()
    }

    /// Takes the event that the end of input cut off, if it is whole all the same.
    pub(crate) fn last_event(
        &mut self,
        event: &Event,
        sink: DeltaSink<'_>,
    ) -> Result<(), ModelError> {
        let data = event.data.trim();
        if data == "[DONE]" || Members::read(data).is_ok() {
            self.event(event, sink)?;
        }
        Ok(())
    }

    /// The response, if the message ended cleanly (Q40).
    pub(crate) fn end(mut self, sink: DeltaSink<'_>) -> Result<Response, ModelError> {
        let is_ended = self.answer.is_finished() || self.is_done && !self.answer.is_empty();
        if !is_ended {
            let message = "the stream ended before the answer did";
            return Err(self.fail(ModelError::new(ModelErrorKind::Incomplete, message)));
        }
        self.answer.hand_out_rest(sink);
        Ok(self.answer.into_response(self.origin))
    }

    /// What a stream that could not be read on came to: the response if its message had ended, else
    /// `error`.
    pub(crate) fn interrupted(
        self,
        error: ModelError,
        sink: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        if self.answer.is_finished() {
            self.end(sink)
        } else {
            Err(self.fail(error))
        }
    }

    /// `error` with what had come. A partial answer never lets a call run.
    pub(crate) fn fail(self, mut error: ModelError) -> ModelError {
        if !self.answer.is_empty() {
            let mut partial = self.answer.into_response(self.origin);
            partial.finish = FinishReason::Error;
            error.partial = Some(Box::new(partial));
        }
        error
    }
}
