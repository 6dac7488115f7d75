//! What a runner waits for.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use crate::causes::with_causes;
use crate::clock::now;
use crate::error::Error;
use crate::run::{CallPhase, Failure, Given, Happened, Settlement, Verdict};
use crate::tool::Emitted;
use crate::usage::Usage;

use super::Runner;
use super::background::Came;
use super::executions::Ended;
use super::question::Reply;

/// What a runner waits for, whichever comes first.
enum News {
    Progress(Emitted),
    Came(Came),
    Ended(Ended),
    Cancelled,
}

/// The wish that the run be called off, which is told once.
pub(super) struct Cancelled {
    token: CancellationToken,
    /// Until it is told.
    wish: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
}

impl Cancelled {
    pub(super) fn by(token: CancellationToken) -> Self {
        let wish = Some(Box::pin(token.clone().cancelled_owned()));
        Self { token, wish }
    }

    /// Whether somebody wishes it now.
    pub(super) fn is_told(&mut self) -> bool {
        self.token.is_cancelled() && self.wish.take().is_some()
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(wish) = &mut self.wish else {
            return Poll::Pending;
        };
        let told = wish.poll_unpin(context);
        if told.is_ready() {
            self.wish = None;
        }
        told
    }
}

impl Runner<'_> {
    /// Waits for what comes first, and tells the machine.
    pub(super) async fn wait(&mut self) -> Result<(), Error> {
        let news = poll_fn(|context| {
            // A wish to stop comes before what it would stop.
            if self.cancelled.poll(context).is_ready() {
                return Poll::Ready(News::Cancelled);
            }
            if let Poll::Ready(emitted) = self.progress.poll_next(context) {
                return Poll::Ready(News::Progress(emitted));
            }
            if let Poll::Ready(ended) = self.executions.poll_next(context) {
                return Poll::Ready(News::Ended(ended));
            }
            self.background.poll_next(context).map(News::Came)
        })
        .await;
        match news {
            News::Progress(emitted) => {
                self.tell_progress(emitted).await;
                Ok(())
            }
            News::Ended(ended) => {
                // What it sent before it ended is told before its end.
                while let Some(emitted) = self.progress.waiting() {
                    self.tell_progress(emitted).await;
                }
                let happened = self.happened(ended);
                self.apply(happened)
            }
            News::Came(came) => {
                let happened = self.came(came);
                self.apply(happened)
            }
            News::Cancelled => self.call_off(),
        }
    }

    pub(super) fn call_off(&mut self) -> Result<(), Error> {
        self.background.clear();
        let reason = self.shared.call_off.reason();
        self.apply(Happened::Cancelled { reason })
    }

    /// A value of a call that has ended is told to nobody: what a tool left running sent it.
    async fn tell_progress(&mut self, emitted: Emitted) {
        let call = self.machine.state().call(&emitted.call);
        if call.is_none_or(|call| *call.phase() != CallPhase::Claimed) {
            return;
        }
        self.progress.keep(&emitted);
        let event = self.events.of_progress(&emitted.call, emitted.value, now());
        if let Some(event) = event {
            self.observer.tell(event).await;
        }
    }

    /// The end of an execution, as the machine is told it.
    pub(super) fn happened(&mut self, ended: Ended) -> Happened {
        let Ended { of, came } = ended;
        let call = of.call;
        let progress = self.progress.take(&call);
        let Some(result) = came else {
            return Happened::Stopped { call, progress };
        };
        let mut settlement = Settlement::new(result);
        settlement.progress = progress;
        // What a call sets counts if it gives an output.
        if let Ok(Given::Output(_)) = settlement.result {
            let sent = of.outbox.take();
            settlement.context = sent.context;
            settlement.next_turn = of.next_turn.unwrap_or_default();
            if let Some(next_turn) = sent.next_turn {
                settlement.next_turn.then(&next_turn);
            }
        }
        Happened::Settled { call, settlement }
    }

    /// What came of something beside the loop, as the machine is told it.
    pub(super) fn came(&mut self, came: Came) -> Happened {
        match came {
            Came::Checked {
                call,
                prepared,
                verdict,
            } => {
                if let Verdict::Valid { .. } = verdict {
                    self.prepared.insert(call.clone(), prepared);
                }
                Happened::Checked { call, verdict }
            }
            Came::Opened {
                call,
                prompt,
                context,
            } => Happened::Opened {
                call,
                prompt,
                context,
            },
            Came::Reply {
                path,
                reply,
                deadline,
            } => match (reply, deadline) {
                (Reply::Answered(response), _) => {
                    let part = self.part(&path);
                    let answer = match &part {
                        Some((definition, _)) => definition.answer.of(&response.message),
                        None => Err(Vec::new()),
                    };
                    let review = match (&part, &answer) {
                        (Some((definition, turn)), Ok(answer)) => definition.review(answer, turn),
                        _ => None,
                    };
                    Happened::Answered {
                        path,
                        response,
                        answer,
                        review,
                    }
                }
                (Reply::Interrupted, Some(stop)) => Happened::Interrupted { path, stop },
                (Reply::Interrupted, None) => Happened::ModelFailed {
                    path,
                    failure: Failure::model("it was interrupted"),
                    usage: Usage::default(),
                },
                (Reply::Failed(error), _) => {
                    let failure = Failure::model(with_causes(&error));
                    let usage = error
                        .partial
                        .as_ref()
                        .map(|partial| partial.usage)
                        .unwrap_or_default();
                    if path.is_empty() {
                        self.cause = Some(error);
                    }
                    Happened::ModelFailed {
                        path,
                        failure,
                        usage,
                    }
                }
            },
        }
    }
}
