//! The one loop: does what the machine asks for, and tells it what happened.

mod answer;
mod execution;
mod executions;
mod leasing;
mod observer;
mod panic;
mod setup;

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::{self, Either};
use tokio_util::sync::CancellationToken;

pub(crate) use answer::AnswerRule;
pub use answer::Check;
pub(crate) use leasing::Leasing;
pub(crate) use observer::Observer;
pub(crate) use panic::caught_async;
pub(crate) use setup::Setup;

use crate::causes::with_causes;
use crate::clock::now;
use crate::error::{Error, ErrorKind};
use crate::event::Events;
use crate::json::RawJson;
use crate::model::{FinishReason, Memo, ModelError, ModelErrorKind, Request, Response};
use crate::run::{Action, Ask, CallFailure, Failure, Happened, Machine, State, Status, Work};
use crate::store::Head;
use crate::tool::Prepared;
use execution::Execution;
use executions::Executions;

/// Drives a run until it is paused or has ended.
///
/// Dropping the future abandons the run where its log stands: tools that were being executed are
/// aborted, and their calls are in doubt.
pub(crate) struct Runner<'a> {
    setup: &'a Setup,
    machine: Machine,
    observer: Observer<'a>,
    events: Events,
    memo: Memo,
    /// Inputs that were read by the check of a call, until it is executed.
    prepared: HashMap<String, Box<dyn Prepared>>,
    executions: Executions,
    /// The caller's wish that the run be called off.
    cancellation: CancellationToken,
    called_off: bool,
    /// The error behind the failure that the machine was told of last.
    cause: Option<ModelError>,
    /// How many entries the store has.
    saved: Arc<AtomicU64>,
}

impl<'a> Runner<'a> {
    /// A runner for `machine`, whose saved entries have been told as events before.
    pub(crate) fn new(
        setup: &'a Setup,
        machine: Machine,
        observer: Observer<'a>,
        cancellation: CancellationToken,
    ) -> Self {
        let mut events = Events::new();
        let told = machine.state().entries().len() - machine.state().unsaved().len();
        for entry in &machine.state().entries()[..told] {
            events.of(entry);
        }
        Self {
            setup,
            machine,
            observer,
            events,
            memo: Memo::default(),
            prepared: HashMap::new(),
            executions: Executions::default(),
            cancellation,
            called_off: false,
            cause: None,
            saved: Arc::new(AtomicU64::new(told as u64)),
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
            let happened = match self.machine.next() {
                Action::Append {
                    expected_seq,
                    entries,
                } => {
                    let state = self.machine.state();
                    let head = match &self.setup.leasing {
                        Some(leasing) => leasing.head(state),
                        None => Head::of(state),
                    };
                    let saved = self
                        .setup
                        .store
                        .append(&head.run_id, expected_seq, &entries, &head)
                        .await;
                    if let Err(error) = saved {
                        self.keep_what_is_done();
                        return Err(self.fail(ErrorKind::Store(error)));
                    }
                    let length = expected_seq + entries.len() as u64;
                    self.saved.store(length, Ordering::Relaxed);
                    for event in entries.iter().flat_map(|entry| self.events.of(entry)) {
                        self.observer.tell(&event);
                    }
                    Happened::Appended
                }
                Action::AskModel(ask) => {
                    let cancellation = self.cancellation.clone();
                    match cancellation.run_until_cancelled(self.ask(ask)).await {
                        Some(happened) => happened,
                        None => self.call_off(),
                    }
                }
                Action::RunTools(work) => {
                    for work in work {
                        self.begin(work)?;
                    }
                    continue;
                }
                Action::StopTools(calls) => {
                    for call in &calls {
                        self.executions.stop(call);
                    }
                    continue;
                }
                Action::Wait => match self.wait().await {
                    Some(happened) => happened,
                    None => {
                        return Err(
                            self.fail(ErrorKind::Internal("the run waits for nothing".to_owned()))
                        );
                    }
                },
                Action::Done => return self.end(),
            };
            self.apply(happened)?;
        }
    }

    /// Waits for an execution to end, or for the caller to call the run off, which is told once.
    async fn wait(&mut self) -> Option<Happened> {
        if self.called_off {
            return self.executions.next().await;
        }
        let cancellation = self.cancellation.clone();
        match cancellation
            .run_until_cancelled(self.executions.next())
            .await
        {
            Some(happened) => happened,
            None => Some(self.call_off()),
        }
    }

    /// Takes the results that have come and were not asked for yet, so that an error holds them.
    fn keep_what_is_done(&mut self) {
        while let Some(happened) = self.executions.next().now_or_never().flatten() {
            if self.machine.apply(now(), happened).is_err() {
                return;
            }
        }
    }

    fn call_off(&mut self) -> Happened {
        self.called_off = true;
        Happened::Cancelled { reason: None }
    }

    fn apply(&mut self, happened: Happened) -> Result<(), Error> {
        self.machine.apply(now(), happened).map_err(|misuse| {
            Error::new(ErrorKind::Internal(misuse.to_string()))
                .with_run(self.machine.state().clone())
        })
    }

    async fn ask(&mut self, ask: Ask) -> Happened {
        let request = self.setup.request(ask, self.memo.clone());
        let answered = answer(self.setup, &request).await;
        drop(request);
        match answered {
            Ok(response) => Happened::Answered {
                answer: self.setup.answer.of(&response.message),
                response,
            },
            Err(error) => {
                let failure = Failure::model(with_causes(&error));
                self.cause = Some(error);
                Happened::ModelFailed(failure)
            }
        }
    }

    fn begin(&mut self, work: Work) -> Result<(), Error> {
        match work {
            Work::Check { call } => {
                let verdict = match self.setup.check(&call) {
                    Ok((verdict, prepared)) => {
                        self.prepared.insert(call.id.clone(), prepared);
                        verdict
                    }
                    Err(failure) => crate::run::Verdict::Refused(failure),
                };
                self.apply(Happened::Checked {
                    call: call.id,
                    verdict,
                })
            }
            Work::Execute {
                step,
                call,
                attempt,
                idempotency_key,
            } => {
                let execution = Execution {
                    step,
                    call,
                    attempt,
                    idempotency_key,
                };
                // A call that another process checked was not read here.
                let prepared = match self.prepared.remove(&execution.call.id) {
                    Some(prepared) => Ok(prepared),
                    None => self
                        .setup
                        .check(&execution.call)
                        .map(|(_, prepared)| prepared),
                };
                match prepared {
                    Ok(prepared) => {
                        let run_id = self.machine.state().run_id();
                        self.executions
                            .begin(execution, self.setup, run_id, prepared);
                        Ok(())
                    }
                    Err(failure) => self.apply(Happened::Settled {
                        call: execution.call.id,
                        result: Err(failure),
                    }),
                }
            }
        }
    }

    fn end(mut self) -> Result<State, Error> {
        if self.machine.state().status() != Status::Failed {
            return Ok(self.machine.into_state());
        }
        let kind = match (self.cause.take(), self.machine.state().failure()) {
            (Some(error), _) => ErrorKind::Model(error),
            (None, Some(failure)) => ErrorKind::Tool(failure.clone()),
            (None, None) => ErrorKind::Internal("the run failed without a failure".to_owned()),
        };
        Err(self.fail(kind))
    }

    fn fail(self, kind: ErrorKind) -> Error {
        Error::new(kind).with_run(self.machine.into_state())
    }
}

/// One attempt. A model that panics, or that answers with "this failed", has failed.
async fn answer(setup: &Setup, request: &Request) -> Result<Response, ModelError> {
    let mut ignore = |_| {};
    let answered = caught_async(setup.model.respond(request, &mut ignore)).await;
    let response = answered.unwrap_or_else(|panic| {
        Err(ModelError::new(
            ModelErrorKind::Server,
            format!("the model panicked: {panic}"),
        ))
    })?;
    if response.finish == FinishReason::Error {
        let mut error = ModelError::new(
            ModelErrorKind::Server,
            "the provider says that the answer failed",
        );
        error.partial = Some(Box::new(response));
        return Err(error);
    }
    Ok(response)
}

type Settled = Result<RawJson, CallFailure>;
