//! The executions that are under way.

use std::collections::HashMap;
use std::task::{Context, Poll, ready};

use tokio::task::{AbortHandle, Id, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::run::CallFailure;
use crate::tool::{NextTurn, Outbox, Prepared, ToolContext};

use super::execution::{Came, execute};

/// The executions that are under way, each in a task of its own. Dropping them aborts them.
#[derive(Default)]
pub(super) struct Executions {
    tasks: JoinSet<Came>,
    running: HashMap<Id, (AbortHandle, Running)>,
}

/// One that is under way.
pub(super) struct Running {
    pub(super) call: String,
    pub(super) outbox: Outbox,
    /// What the tool's options say of the next question.
    pub(super) next_turn: Option<NextTurn>,
    pub(super) cancellation: CancellationToken,
}

/// One that has ended.
pub(super) struct Ended {
    pub(super) of: Running,
    /// What it came to; `None` if it was stopped before its end.
    pub(super) came: Option<Came>,
}

impl Executions {
    pub(super) fn begin(
        &mut self,
        running: Running,
        timeout: Option<std::time::Duration>,
        context: ToolContext,
        prepared: Box<dyn Prepared>,
    ) {
        let name = context.call().name.clone();
        let work = execute(
            name,
            timeout,
            running.cancellation.clone(),
            context,
            prepared,
        );
        let task = self.tasks.spawn(work);
        self.running.insert(task.id(), (task, running));
    }

    /// Tells what the execution of `call` spawned, and drops it where it waits. It still has to be
    /// waited for.
    pub(super) fn stop(&self, call: &str) {
        for (task, running) in self.running.values() {
            if running.call == call {
                running.cancellation.cancel();
                task.abort();
            }
        }
    }

    /// The next execution that has ended; pending while none has, also while none is under way.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Ended> {
        let Some(ended) = ready!(self.tasks.poll_join_next_with_id(context)) else {
            return Poll::Pending;
        };
        let (id, came) = match ended {
            Ok((id, came)) => (id, Some(came)),
            Err(error) if error.is_cancelled() => (error.id(), None),
            // The tool's own panics are caught inside: this one came from dropping it.
            Err(error) => {
                let told = "the tool panicked while it was stopped";
                let failure = CallFailure::new(told).with_detail(format!("{told}: {error}"));
                (error.id(), Some(Err(failure)))
            }
        };
        match self.running.remove(&id) {
            Some((_, of)) => Poll::Ready(Ended { of, came }),
            None => Poll::Pending,
        }
    }

    /// Whether any is under way.
    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }
}
