//! A stream of chat-completion chunks as an answer.
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
use crate::model::{DeltaSink, ModelError, Response};
use crate::wire::members::Members;
use crate::wire::stream::Progress;

/// The answer, while it comes.
#[derive(Debug, Default)]
pub(in crate::wire) struct Stream(Answer);

impl Stream {
    pub(in crate::wire) fn add(
        &mut self,
        chunk: &Members<'_>,
        sink: DeltaSink<'_>,
    ) -> Result<Progress, ModelError> {
        self.0.add_chunk(chunk, sink)?;
        Ok(Progress::More)
    }

    pub(in crate::wire) fn is_ended(&self) -> bool {
        self.0.is_finished()
    }

    pub(in crate::wire) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::wire) fn hand_out_rest(&mut self, sink: DeltaSink<'_>) {
        self.0.hand_out_rest(sink);
    }

    pub(in crate::wire) fn into_response(self, origin: String) -> Response {
        self.0.into_response(origin)
    }
}
