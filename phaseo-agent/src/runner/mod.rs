//! The one loop: does what the machine asks for, and tells it what happened.

mod answer;
mod background;
mod check;
mod definition;
mod detached;
mod execution;
mod executions;
mod leasing;
mod news;
mod observer;
mod panic;
mod progress;
mod question;
mod setup;
mod work;

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::{self, Either};
use tokio_util::sync::CancellationToken;

pub(crate) use answer::AnswerRule;
pub use definition::Approval;
pub(crate) use definition::{Definition, Planner, Policy, Reviewer};
pub use detached::OnDrop;
pub(crate) use detached::drive;
pub(crate) use leasing::Leasing;
pub(crate) use observer::Observer;
pub(crate) use panic::{caught, caught_async};
pub(crate) use setup::{Setup, behind};

use crate::clock::now;
use crate::error::{Error, ErrorKind};
use crate::event::Events;
use crate::model::{Memo, ModelError};
use crate::run::{Action, Entry, FailureOrigin, Happened, Machine, Path, State, Status, Turn};
use crate::store::Head;
use crate::tool::{CallOff, Prepared};
use background::Background;
use execution::Shared;
use executions::Executions;
use news::Cancelled;
use progress::ProgressValues;

/// A run that is to be driven.
pub(crate) struct Driving<'a> {
    pub(crate) machine: Machine,
    /// How many of its entries were told as events before.
    pub(crate) told: usize,
    pub(crate) observer: Observer<'a>,
    /// The caller's wish that the run be called off.
    pub(crate) cancellation: CancellationToken,
}

/// Drives a run until it is paused or has ended.
///
/// Dropping the future abandons the run where its log stands: tools that were being executed are
/// aborted, and their calls are in doubt.
pub(crate) struct Runner<'a> {
    setup: &'a Setup,
    machine: Machine,
    observer: Observer<'a>,
    events: Events,
    /// How many entries were told as events before.
    told: u64,
    /// The model's notes on each agent's part of the run.
    memos: HashMap<Path, Memo>,
    /// Inputs that were read by the check of a call, until it is executed.
    prepared: HashMap<String, Box<dyn Prepared>>,
    executions: Executions,
    background: Background<'a>,
    progress: ProgressValues,
    shared: Shared,
    cancelled: Cancelled,
    /// The error behind the outer agent's last failed question.
    cause: Option<ModelError>,
    /// How many entries the store has.
    saved: Arc<AtomicU64>,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(setup: &'a Setup, driving: Driving<'a>) -> Self {
        let Driving {
            machine,
            told,
            observer,
            cancellation,
        } = driving;
        let mut events = Events::new();
        let before = match observer.is_nobody() {
            true => 0,
            false => told,
        };
        for entry in machine.state().entries().iter().take(before) {
            events.of(entry);
        }
        let state = machine.state();
        let saved = state.entries().len() - state.unsaved().len();
        // A tool that calls this run off leaves the caller's other runs alone.
        let token = cancellation.child_token();
        let (progress, sink) = ProgressValues::channel();
        Self {
            setup,
            machine,
            observer,
            events,
            memos: HashMap::new(),
            prepared: HashMap::new(),
            executions: Executions::default(),
            background: Background::default(),
            progress,
            cancelled: Cancelled::by(token.clone()),
            shared: Shared {
                progress: sink,
                call_off: CallOff::new(token),
            },
            cause: None,
            saved: Arc::new(AtomicU64::new(saved as u64)),
            told: told as u64,
        }
    }

    pub(crate) async fn drive(self) -> Result<State, Error> {
        let setup = self.setup;
        let Some(leasing) = &setup.leasing else {
            return self.drive_on().await;
        };
        let run = self.machine.state().run_id().to_owned();
        let saved = Arc::clone(&self.saved);
        let renewal = leasing.renew(&*setup.store, &run, &saved);
        match future::select(pin!(self.drive_on()), pin!(renewal)).await {
            Either::Left((ended, _)) => ended,
            Either::Right(((), driving)) => driving.await,
        }
    }

    async fn drive_on(mut self) -> Result<State, Error> {
        loop {
            if self.cancelled.is_told() && self.machine.state().status() == Status::Running {
                self.call_off()?;
            }
            match self.machine.next() {
                Action::Append {
                    expected_seq,
                    entries,
                } => {
                    if let Err(kind) = self.append(expected_seq, &entries).await {
                        self.keep_what_is_done();
                        self.machine.take_back_claims();
                        return Err(self.fail(kind));
                    }
                    self.apply(Happened::Appended)?;
                }
                Action::PlanTurn(path) => {
                    let settings = match self.part(&path) {
                        Some((definition, turn)) => definition.plan(&turn),
                        None => Ok(Default::default()),
                    };
                    self.apply(Happened::Planned { path, settings })?;
                }
                Action::AskModel(ask) => self.ask(ask),
                Action::RunTools(work) => {
                    for work in work {
                        self.begin(work)?;
                    }
                }
                Action::StopTools(calls) => {
                    for call in &calls {
                        self.executions.stop(call);
                    }
                }
                Action::Abandon(path) => self.background.abandon(&path),
                Action::Wait => {
                    if self.executions.is_empty() && self.background.is_empty() {
                        let fault = "the run waits for nothing".to_owned();
                        return Err(self.fail(ErrorKind::Internal(fault)));
                    }
                    self.wait().await?;
                }
                Action::Done => return self.end(),
            }
        }
    }

    /// Saves entries, and tells them as events.
    async fn append(&mut self, expected_seq: u64, entries: &[Arc<Entry>]) -> Result<(), ErrorKind> {
        let state = self.machine.state();
        let head = match &self.setup.leasing {
            Some(leasing) => leasing.head(state),
            None => Head::of(state),
        };
        let saved = self
            .setup
            .store
            .append(&head.run_id, expected_seq, entries, &head)
            .await;
        saved.map_err(ErrorKind::Store)?;
        let length = expected_seq + entries.len() as u64;
        self.saved.store(length, Ordering::Relaxed);
        // Events are for those who listen.
        if self.observer.is_nobody() {
            return Ok(());
        }
        let untold = entries.iter().filter(|entry| entry.seq > self.told);
        for event in untold.flat_map(|entry| self.events.of(entry)) {
            self.observer.tell(event).await;
        }
        Ok(())
    }

    /// The agent at `path`, and how its part of the run stands.
    fn part(&self, path: &Path) -> Option<(&'a Definition, Turn<'_>)> {
        let state = self.machine.state();
        let definition = self.setup.definition_at(state, path)?;
        let frame = match path.last() {
            Some(call) => state.opened_by(call)?,
            None => state.root(),
        };
        Some((definition, Turn::of(state, frame)))
    }

    /// Takes the results that have come and were not asked for yet, so that an error holds them.
    fn keep_what_is_done(&mut self) {
        while let Some(ended) =
            future::poll_fn(|context| self.executions.poll_next(context)).now_or_never()
        {
            let happened = self.happened(ended);
            if self.machine.apply(now(), happened).is_err() {
                return;
            }
        }
    }

    fn apply(&mut self, happened: Happened) -> Result<(), Error> {
        self.machine.apply(now(), happened).map_err(|misuse| {
            Error::new(ErrorKind::Internal(misuse.to_string()))
                .with_run(self.machine.state().clone())
        })
    }

    fn end(mut self) -> Result<State, Error> {
        if self.machine.state().status() != Status::Failed {
            return Ok(self.machine.into_state());
        }
        let failure = self.machine.state().failure().cloned();
        let kind = match (self.cause.take(), failure) {
            (Some(error), Some(failure)) if failure.origin == FailureOrigin::Model => {
                ErrorKind::Model(error)
            }
            (_, Some(failure)) if failure.origin == FailureOrigin::Agent => {
                ErrorKind::Agent(failure)
            }
            (_, Some(failure)) => ErrorKind::Tool(failure),
            (_, None) => ErrorKind::Internal("the run failed without a failure".to_owned()),
        };
        Err(self.fail(kind))
    }

    fn fail(self, kind: ErrorKind) -> Error {
        Error::new(kind).with_run(self.machine.into_state())
    }
}
