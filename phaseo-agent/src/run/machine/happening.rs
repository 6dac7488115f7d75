//! What happened, as facts.

use std::sync::Arc;

use crate::item::AssistantMessage;
use crate::json::RawJson;
use crate::model::{FinishReason, Response};
use crate::run::action::{Given, Misuse, Settlement, Verdict};
use crate::run::entry::{CallOutcome, Fact};
use crate::run::failure::{CallFailure, Failure};
use crate::run::path::Path;
use crate::run::pause::Review;
use crate::run::state::Status;
use crate::run::stop::Stop;
use crate::schema::Issue;
use crate::tool::NextTurn;
use crate::usage::Usage;

use super::Machine;
use super::closing::Closing;
use super::thread::{Plan, Question};

impl Machine {
    pub(super) fn appended(&mut self) -> Result<(), Misuse> {
        if self.appending == 0 {
            return Err(Misuse("nothing was being saved".to_owned()));
        }
        self.state.mark_saved(self.appending);
        self.appending = 0;
        Ok(())
    }

    pub(super) fn planned(
        &mut self,
        path: &Path,
        settings: Result<NextTurn, Failure>,
    ) -> Result<(), Misuse> {
        let asked = |at: &usize| self.threads[*at].plan == Plan::Asked;
        let at = self.state.frame_at(path).filter(asked);
        let at = at.ok_or_else(|| Misuse("no plan was asked for".to_owned()))?;
        match settings {
            Ok(settings) => self.threads[at].plan = Plan::Made(settings),
            Err(failure) => {
                self.threads[at].plan = Plan::No;
                self.push(at, Fact::Failed { failure });
            }
        }
        Ok(())
    }

    pub(super) fn answered(
        &mut self,
        path: &Path,
        mut response: Response,
        answer: Result<RawJson, Vec<Issue>>,
        review: Option<Review>,
    ) -> Result<(), Misuse> {
        let (at, step) = self.take_question(path)?;
        if response.finish == FinishReason::Error {
            let failure = Failure::model("the provider says that the answer failed");
            self.fail_question(at, step, failure, response.usage);
            return Ok(());
        }
        response.message = Arc::new(self.state.with_unique_ids(at, &response.message));
        let end = end_of(&response, answer);
        let end = match self.state.frames()[at].last_turn() {
            Some(stop) => end.at_last(stop),
            None => end,
        };
        let cut = response.finish == FinishReason::Length;
        self.push(at, Fact::ModelAnswered { step, response });
        match end {
            End::Calls if cut => self.refuse_cut_calls(at),
            End::Calls => {}
            End::Again => self.push(at, Fact::StepClosed { step }),
            End::Completed(answer) => match review {
                Some(review) => {
                    let id = self.state.review_id(at, step);
                    let asked = Fact::ReviewAsked {
                        step,
                        id,
                        review,
                        answer,
                    };
                    self.push(at, asked);
                }
                None => {
                    self.push(at, Fact::StepClosed { step });
                    self.push(at, Fact::Completed { answer });
                }
            },
            End::Stopped(stop) => {
                self.drop_calls(at);
                self.push(at, Fact::StepClosed { step });
                self.push(at, Fact::Stopped { stop });
            }
        }
        Ok(())
    }

    /// An answer that the output limit cut may end in the middle of a call whose JSON happens to
    /// parse, so none of its calls runs.
    fn refuse_cut_calls(&mut self, at: usize) {
        for id in self.open_calls(at) {
            let told = "the output limit cut the answer before this call was complete";
            self.fail_call(&id, CallFailure::new(told), Vec::new());
        }
    }

    /// The calls of an answer that was refused or filtered never run.
    fn drop_calls(&mut self, at: usize) {
        for id in self.open_calls(at) {
            self.push(
                at,
                self.closed(&id, CallOutcome::Cancelled { began: false }),
            );
        }
    }

    fn open_calls(&self, at: usize) -> Vec<String> {
        let step = self.state.frames()[at].last_step();
        let calls = step.into_iter().flat_map(|step| &step.calls);
        calls.map(|call| call.id().to_owned()).collect()
    }

    pub(super) fn model_failed(
        &mut self,
        path: &Path,
        failure: Failure,
        usage: Usage,
    ) -> Result<(), Misuse> {
        let (at, step) = self.take_question(path)?;
        self.fail_question(at, step, failure, usage);
        Ok(())
    }

    fn fail_question(&mut self, at: usize, step: u32, failure: Failure, usage: Usage) {
        let why = failure.clone();
        self.push(
            at,
            Fact::ModelFailed {
                step,
                failure: why,
                usage,
            },
        );
        self.push(at, Fact::Failed { failure });
    }

    pub(super) fn interrupted(&mut self, path: &Path, stop: Stop) -> Result<(), Misuse> {
        let (at, _) = self.take_question(path)?;
        self.threads[at].interrupted = Some(stop);
        Ok(())
    }

    /// The frame and the step whose question is on its way.
    fn take_question(&mut self, path: &Path) -> Result<(usize, u32), Misuse> {
        let asked = |at: &usize| self.threads[*at].question == Question::InFlight;
        let at = self.state.frame_at(path).filter(asked);
        let step = at.and_then(|at| Some((at, self.state.frames()[at].last_step()?.number)));
        let (at, number) = step.ok_or_else(|| Misuse("the model was not asked".to_owned()))?;
        self.threads[at].question = Question::No;
        Ok((at, number))
    }

    pub(super) fn checked(&mut self, id: String, verdict: Verdict) -> Result<(), Misuse> {
        if !self.checking.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being checked")));
        }
        let at = self.frame_of(&id);
        match verdict {
            Verdict::Valid { approval, supply } => self.push(
                at,
                Fact::CallChecked {
                    call: id,
                    approval,
                    supply,
                },
            ),
            Verdict::Denied(reason) => {
                self.push(at, self.closed(&id, CallOutcome::Rejected { reason }));
            }
            Verdict::Refused(failure) => self.fail_call(&id, failure, Vec::new()),
        }
        Ok(())
    }

    pub(super) fn settled(&mut self, id: String, settlement: Settlement) -> Result<(), Misuse> {
        if !self.executing.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being executed")));
        }
        let Settlement {
            result,
            progress,
            context,
            next_turn,
        } = settlement;
        let at = self.frame_of(&id);
        match result {
            Ok(Given::Output(output)) => {
                let closing = Closing {
                    outcome: CallOutcome::Output(output),
                    progress,
                    context,
                    next_turn,
                };
                self.push(at, self.closed(&id, closing));
            }
            Ok(Given::HandedOver(reason)) => self.push(
                at,
                Fact::CallHandedOver {
                    call: id,
                    reason,
                    progress,
                },
            ),
            Err(failure) => self.fail_call(&id, failure, progress),
        }
        Ok(())
    }

    pub(super) fn stopped(&mut self, id: String, progress: Vec<RawJson>) -> Result<(), Misuse> {
        if !self.stopping.contains(&id) || !self.executing.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not told to stop")));
        }
        let closing = Closing {
            progress,
            ..CallOutcome::Cancelled { began: true }.into()
        };
        self.push(self.frame_of(&id), self.closed(&id, closing));
        Ok(())
    }

    pub(super) fn call_off(&mut self, reason: Option<String>) -> Result<(), Misuse> {
        if self.state.status() != Status::Running {
            return Err(Misuse("the run is not running".to_owned()));
        }
        for thread in &mut self.threads {
            thread.abandon();
        }
        self.checking.clear();
        self.opening.clear();
        self.cancelled = Some(reason);
        Ok(())
    }

    pub(super) fn fail_call(&mut self, id: &str, failure: CallFailure, progress: Vec<RawJson>) {
        let at = self.frame_of(id);
        let policy = self.state.call(id).zip(self.rules(at));
        let ends_run =
            policy.is_none_or(|(call, rules)| self.ends_run(rules, call, failure.severity));
        let outcome = CallOutcome::Failed {
            told: failure.told,
            detail: failure.detail,
            ends_run,
        };
        let closing = Closing {
            progress,
            ..outcome.into()
        };
        self.push(at, self.closed(id, closing));
    }
}

/// What an answer comes to.
enum End {
    /// Its calls decide.
    Calls,
    /// The provider paused; the same conversation goes on.
    Again,
    Completed(RawJson),
    Stopped(Stop),
}

impl End {
    /// What it comes to in the last turn, which a limit left: an answer is an answer, and anything
    /// else ends the run by that limit.
    fn at_last(self, stop: &Stop) -> Self {
        match self {
            Self::Completed(answer) => Self::Completed(answer),
            Self::Calls | Self::Again | Self::Stopped(_) => Self::Stopped(stop.clone()),
        }
    }
}

fn end_of(response: &Response, answer: Result<RawJson, Vec<Issue>>) -> End {
    let message: &AssistantMessage = &response.message;
    let has_calls = message.calls().next().is_some();
    let text = || message.text();
    match (&response.finish, message.refusal()) {
        (FinishReason::ContentFilter, _) => End::Stopped(Stop::ContentFilter { text: text() }),
        (_, Some(refusal)) => End::Stopped(Stop::Refusal {
            text: refusal.to_owned(),
        }),
        (FinishReason::Refusal, None) => End::Stopped(Stop::Refusal { text: text() }),
        _ if has_calls => End::Calls,
        (FinishReason::PauseTurn, None) => End::Again,
        (FinishReason::Length, None) => End::Stopped(Stop::OutputLimit { text: text() }),
        _ => match answer {
            Ok(answer) => End::Completed(answer),
            Err(issues) => End::Stopped(Stop::UnusableAnswer {
                text: text(),
                issues,
            }),
        },
    }
}
