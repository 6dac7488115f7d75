//! The executions that are under way.

use std::collections::HashMap;

use tokio::task::{AbortHandle, Id, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::run::{CallFailure, Happened};
use crate::tool::Prepared;

use super::execution::Execution;
use super::{Settled, Setup};

/// The executions that are under way, each in a task of its own. Dropping them aborts them.
#[derive(Default)]
pub(super) struct Executions {
    tasks: JoinSet<Settled>,
    running: HashMap<Id, Running>,
}

struct Running {
    call: String,
    task: AbortHandle,
    cancellation: CancellationToken,
}

impl Executions {
    pub(super) fn begin(
        &mut self,
        execution: Execution,
        setup: &Setup,
        run_id: &str,
        prepared: Box<dyn Prepared>,
    ) {
        let call = execution.call.id.clone();
        let cancellation = CancellationToken::new();
        let work = execution.run(setup, run_id, cancellation.clone(), prepared);
        let task = self.tasks.spawn(work);
        let running = Running {
            call,
            task,
            cancellation,
        };
        self.running.insert(running.task.id(), running);
    }

    /// Tells what the execution of `call` spawned, and drops it where it waits. It still has to be
    /// waited for.
    pub(super) fn stop(&self, call: &str) {
        for running in self.running.values().filter(|running| running.call == call) {
            running.cancellation.cancel();
            running.task.abort();
        }
    }

    /// Waits for the next execution to end; `None` if none is under way.
    ///
    /// # Cancel safety
    /// Nothing is lost when the future is dropped.
    pub(super) async fn next(&mut self) -> Option<Happened> {
        let (id, ended) = match self.tasks.join_next_with_id().await? {
            Ok((id, result)) => (id, Ok(result)),
            Err(error) => (error.id(), Err(error)),
        };
        let call = self.running.remove(&id)?.call;
        Some(match ended {
            Ok(result) => Happened::Settled { call, result },
            Err(error) if error.is_cancelled() => Happened::Stopped { call },
            // The tool's own panics are caught inside: this one came from dropping it.
            Err(error) => {
                let told = "the tool panicked while it was stopped";
                let failure = CallFailure::new(told).with_detail(format!("{told}: {error}"));
                let result = Err(failure);
                Happened::Settled { call, result }
            }
        })
    }
}
