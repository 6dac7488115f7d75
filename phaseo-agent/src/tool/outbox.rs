//! What an execution asks of the run beside its output.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::json::RawJson;

use super::next_turn::NextTurn;

/// What one execution asks of its run, until the run takes it. A clone shares it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox(Arc<Mutex<Sent>>);

/// What an execution asked of its run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sent {
    /// The context that was set last.
    pub(crate) context: Option<RawJson>,
    /// What was set for the next request; of what was set twice, the last.
    pub(crate) next_turn: Option<NextTurn>,
}

impl Outbox {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// What was sent since the last time.
    pub(crate) fn take(&self) -> Sent {
        std::mem::take(&mut *self.sent())
    }

    /// The context that was set last.
    pub(crate) fn context(&self) -> Option<RawJson> {
        self.sent().context.clone()
    }

    pub(super) fn set_context(&self, context: RawJson) {
        self.sent().context = Some(context);
    }

    pub(super) fn set_next_turn(&self, next: &NextTurn) {
        let mut sent = self.sent();
        sent.next_turn.get_or_insert_default().then(next);
    }

    fn sent(&self) -> MutexGuard<'_, Sent> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How an execution ends its run. A clone shares it.
#[derive(Clone, Debug)]
pub(crate) struct CallOff {
    token: CancellationToken,
    reason: Arc<OnceLock<String>>,
}

impl CallOff {
    /// Cancels `token` when the run is called off.
    pub(crate) fn new(token: CancellationToken) -> Self {
        Self {
            token,
            reason: Arc::default(),
        }
    }

    /// Calls the run off. The first reason stays.
    pub(crate) fn call_off(&self, reason: impl Into<String>) {
        // Before the token, so that whoever it wakes finds the reason.
        let _ = self.reason.set(reason.into());
        self.token.cancel();
    }

    /// Why the run was called off, if it was.
    pub(crate) fn reason(&self) -> Option<String> {
        self.reason.get().cloned()
    }
}
