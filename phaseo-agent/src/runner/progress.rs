//! The progress values of the tools that run.

use std::collections::{HashMap, VecDeque};
use std::task::{Context, Poll};

use tokio::sync::mpsc;

use crate::json::RawJson;
use crate::run::Settlement;
use crate::tool::{Emitted, ProgressSink};

/// The progress values of the tools that run: a few on their way, and the last ones of each call.
pub(super) struct ProgressValues {
    receiver: mpsc::Receiver<Emitted>,
    last: HashMap<String, VecDeque<RawJson>>,
}

impl ProgressValues {
    /// How many values wait to be told before tools have to.
    const WAITING: usize = 16;

    pub(super) fn channel() -> (Self, ProgressSink) {
        let (sender, receiver) = mpsc::channel(Self::WAITING);
        let last = HashMap::new();
        (Self { receiver, last }, ProgressSink::new(sender))
    }

    /// The next value; pending while there is none.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Emitted> {
        match self.receiver.poll_recv(context) {
            Poll::Ready(Some(emitted)) => Poll::Ready(emitted),
            _ => Poll::Pending,
        }
    }

    /// The next value, if one waits.
    pub(super) fn waiting(&mut self) -> Option<Emitted> {
        self.receiver.try_recv().ok()
    }

    /// Keeps a value among the last of its call.
    pub(super) fn keep(&mut self, emitted: &Emitted) {
        let last = self.last.entry(emitted.call.clone()).or_default();
        if last.len() == Settlement::PROGRESS {
            last.pop_front();
        }
        last.push_back(emitted.value.clone());
    }

    /// The last values of a call that has ended.
    pub(super) fn take(&mut self, call: &str) -> Vec<RawJson> {
        self.last.remove(call).unwrap_or_default().into()
    }
}
