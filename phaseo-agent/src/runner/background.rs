//! What runs beside the loop and has no effect: questions to models, checks, prompts of sub-agents.

use std::collections::HashMap;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_util::StreamExt;
use futures_util::future::{AbortHandle, Abortable, BoxFuture};
use futures_util::stream::FuturesUnordered;

use crate::content::Content;
use crate::json::RawJson;
use crate::run::{CallFailure, Path, Stop, Verdict};
use crate::tool::Prepared;

use super::question::Reply;

/// What came of something that ran beside the loop.
pub(super) enum Came {
    /// Of a question, with the limit of time that it had.
    Reply {
        path: Path,
        reply: Reply,
        deadline: Option<Stop>,
    },
    /// Of the check of a call whose input is valid.
    Checked {
        call: String,
        prepared: Box<dyn Prepared>,
        verdict: Verdict,
    },
    /// Of the prompt of the agent behind a call.
    Opened {
        call: String,
        prompt: Result<Arc<[Content]>, CallFailure>,
        context: Option<RawJson>,
    },
}

/// What runs beside the loop and has no effect. Dropping it drops all of it.
#[derive(Default)]
pub(super) struct Background<'a> {
    running: FuturesUnordered<Abortable<BoxFuture<'a, Came>>>,
    handles: HashMap<Path, Vec<AbortHandle>>,
}

impl<'a> Background<'a> {
    /// Begins something for the agent at `path`.
    pub(super) fn begin(&mut self, path: Path, work: BoxFuture<'a, Came>) {
        if self.running.is_empty() {
            self.handles.clear();
        }
        let (handle, registration) = AbortHandle::new_pair();
        self.running.push(Abortable::new(work, registration));
        self.handles.entry(path).or_default().push(handle);
    }

    /// Drops what was begun for the agent at `path`.
    pub(super) fn abandon(&mut self, path: &Path) {
        for handle in self.handles.remove(path).unwrap_or_default() {
            handle.abort();
        }
    }

    /// Drops everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The next thing that came; pending while nothing has, also while nothing runs.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Came> {
        loop {
            match ready!(self.running.poll_next_unpin(context)) {
                Some(Ok(came)) => return Poll::Ready(came),
                // It was abandoned.
                Some(Err(_)) => {}
                None => {
                    self.handles.clear();
                    return Poll::Pending;
                }
            }
        }
    }

    /// Whether anything runs.
    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }
}
