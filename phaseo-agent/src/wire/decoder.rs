//! A streamed body as a response.

use super::profile::Profile;
use super::sse::Events;
use super::stream::{Progress, Stream};
use super::surface::Surface;
use crate::model::{DeltaSink, ModelError, Response};

/// Reads a streamed body of any [`Surface`], however it is cut into chunks.
///
/// ```
/// use phaseo_agent::model::Delta;
/// use phaseo_agent::wire::{Decoder, Progress};
/// use phaseo_agent::{Profile, Surface};
///
/// let profile = Profile::for_base_url(&"https://api.openai.com/v1".parse()?);
/// let mut decoder = Decoder::new(Surface::ChatCompletions, &profile);
/// let mut deltas = Vec::new();
/// let mut sink = |delta| deltas.push(delta);
/// let head = b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reas";
/// let tail = b"on\":\"stop\"}]}\n\ndata: [DONE]\n\n";
/// assert_eq!(decoder.push(head, &mut sink)?, Progress::More);
/// assert_eq!(decoder.push(tail, &mut sink)?, Progress::Done);
/// let response = decoder.end(&mut sink)?;
/// assert_eq!(response.message.text(), "Hi");
/// assert_eq!(deltas, [Delta::Text("Hi".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    events: Events,
    stream: Stream,
    is_done: bool,
}

impl Decoder {
    /// A decoder that has read nothing.
    #[must_use]
    pub fn new(surface: Surface, profile: &Profile) -> Self {
        Self {
            events: Events::default(),
            stream: Stream::new(surface, profile),
            is_done: false,
        }
    }

    /// Takes the next bytes and hands what they say to `on_delta`. Nothing after the terminator
    /// counts.
    ///
    /// # Errors
    /// When the bytes are no stream of this surface, when they are beyond a limit, or when they tell
    /// of a failure. The error has what had come in [`ModelError::partial`]; the decoder is spent.
    pub fn push(
        &mut self,
        mut bytes: &[u8],
        on_delta: DeltaSink<'_>,
    ) -> Result<Progress, ModelError> {
        while !self.is_done {
            let pushed = match self.events.next(&mut bytes) {
                Ok(None) => return Ok(Progress::More),
                Ok(Some(event)) => self.stream.event(&event, on_delta),
                Err(error) => Err(error),
            };
            match pushed {
                Ok(progress) => self.is_done = progress == Progress::Done,
                Err(error) => {
                    self.is_done = true;
                    return Err(self.stream.take().fail(error));
                }
            }
        }
        Ok(Progress::Done)
    }

    /// Whether the message has ended: only usage and the terminator can still come.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.stream.is_ended()
    }

    /// The response, now that the body has ended.
    ///
    /// # Errors
    /// [`Incomplete`](crate::model::ModelErrorKind::Incomplete) when the message had not ended, with
    /// what had come in [`ModelError::partial`]; else as [`push`](Self::push).
    pub fn end(mut self, on_delta: DeltaSink<'_>) -> Result<Response, ModelError> {
        if !self.is_done
            && let Some(event) = self.events.end()
            && let Err(error) = self.stream.last_event(&event, on_delta)
        {
            return Err(self.stream.fail(error));
        }
        self.stream.end(on_delta)
    }

    /// What a body that broke off with `error` comes to.
    ///
    /// # Errors
    /// `error`, with what had come, unless the message had ended.
    pub fn interrupted(
        self,
        error: ModelError,
        on_delta: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        if self.is_ended() {
            self.stream.end(on_delta)
        } else {
            Err(self.stream.fail(error))
        }
    }
}
