//! A stream of any surface as a response.

use crate::model::{DeltaSink, FinishReason, ModelError, ModelErrorKind, Response};

use super::members::Members;
use super::profile::Profile;
use super::sse::Event;
use super::surface::Surface;
use super::{chat_completions, failure, messages, responses};

/// The answer behind a stream, while it comes.
#[derive(Debug)]
pub(super) struct Stream {
    answer: Answer,
    origin: String,
    is_done: bool,
}

/// What has come of an answer.
#[derive(Debug)]
enum Answer {
    ChatCompletions(Box<chat_completions::stream::Stream>),
    Responses(Box<responses::stream::Stream>),
    Messages(Box<messages::stream::Stream>),
}

/// Whether a stream has more to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More may come.
    More,
    /// The terminator came: nothing after it counts (Q41).
    Done,
}

impl Answer {
    fn new(surface: Surface) -> Self {
        match surface {
            Surface::ChatCompletions => Self::ChatCompletions(Box::default()),
            Surface::Responses => Self::Responses(Box::default()),
            Surface::Messages => Self::Messages(Box::default()),
        }
    }
}

impl Stream {
    pub(super) fn new(surface: Surface, profile: &Profile) -> Self {
        Self {
            answer: Answer::new(surface),
            origin: profile.origin(surface),
            is_done: false,
        }
    }

    /// Takes one event.
    pub(super) fn event(
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
        let members = Members::read(data)
            .map_err(|error| failure::no_object("a chunk of the stream", data, &error))?;
        if let Some(error) = failure::inside(&members) {
            return Err(error);
        }
        match &mut self.answer {
            Answer::ChatCompletions(answer) => answer.add(&members, sink),
            Answer::Responses(answer) => answer.add(&members, &event.name, sink),
            Answer::Messages(answer) => answer.add(&members, &event.name, sink),
        }
    }

    /// Whether the message has ended. Only usage and the terminator can still come.
    pub(super) fn is_ended(&self) -> bool {
        match &self.answer {
            Answer::ChatCompletions(answer) => answer.is_ended(),
            Answer::Responses(answer) => answer.is_ended(),
            Answer::Messages(answer) => answer.is_ended(),
        }
    }

    /// Whether nothing of the message has come.
    fn is_empty(&self) -> bool {
        match &self.answer {
            Answer::ChatCompletions(answer) => answer.is_empty(),
            Answer::Responses(answer) => answer.is_empty(),
            Answer::Messages(answer) => answer.is_empty(),
        }
    }

    /// Takes the event that the end of input cut off, if it is whole all the same.
    pub(super) fn last_event(
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
    pub(super) fn end(mut self, sink: DeltaSink<'_>) -> Result<Response, ModelError> {
        // The terminator of chat completions ends a message that gave no reason.
        let is_chat = matches!(self.answer, Answer::ChatCompletions(_));
        let is_ended = self.is_ended() || is_chat && self.is_done && !self.is_empty();
        if !is_ended {
            let message = "the stream ended before the answer did";
            return Err(self.fail(ModelError::new(ModelErrorKind::Incomplete, message)));
        }
        if let Answer::ChatCompletions(answer) = &mut self.answer {
            answer.hand_out_rest(sink);
        }
        self.into_response()
    }

    /// The stream so far, which leaves one that has read nothing.
    pub(super) fn take(&mut self) -> Self {
        let surface = match self.answer {
            Answer::ChatCompletions(_) => Surface::ChatCompletions,
            Answer::Responses(_) => Surface::Responses,
            Answer::Messages(_) => Surface::Messages,
        };
        Self {
            answer: std::mem::replace(&mut self.answer, Answer::new(surface)),
            origin: self.origin.clone(),
            is_done: self.is_done,
        }
    }

    /// `error` with what had come. A partial answer never lets a call run.
    pub(super) fn fail(self, mut error: ModelError) -> ModelError {
        if !self.is_empty() && error.partial.is_none() {
            let partial = match self.into_response() {
                Ok(partial) => Some(partial),
                Err(unreadable) => unreadable.partial.map(|partial| *partial),
            };
            error.partial = partial.map(|mut partial| {
                partial.finish = FinishReason::Error;
                Box::new(partial)
            });
        }
        error
    }

    fn into_response(self) -> Result<Response, ModelError> {
        match self.answer {
            Answer::ChatCompletions(answer) => Ok(answer.into_response(self.origin)),
            Answer::Responses(answer) => answer.into_response(self.origin),
            Answer::Messages(answer) => answer.into_response(self.origin),
        }
    }
}
