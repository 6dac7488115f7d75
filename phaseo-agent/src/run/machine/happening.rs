//! What happened, as facts.

use std::sync::Arc;

use crate::item::AssistantMessage;
use crate::json::RawJson;
use crate::model::{FinishReason, Response};
use crate::run::action::{Misuse, Verdict};
use crate::run::entry::{CallOutcome, Fact};
use crate::run::failure::{CallFailure, Failure};
use crate::run::rules::Rules;
use crate::run::state::Status;
use crate::run::stop::Stop;
use crate::schema::Issue;
use crate::tool::{OnError, Severity};

use super::{Asking, Machine, settled};

impl Machine {
    pub(super) fn appended(&mut self) -> Result<(), Misuse> {
        if self.appending == 0 {
            return Err(Misuse("nothing was being saved".to_owned()));
        }
        self.state.mark_saved(self.appending);
        self.appending = 0;
        Ok(())
    }

    pub(super) fn answered(
        &mut self,
        mut response: Response,
        answer: Result<RawJson, Vec<Issue>>,
    ) -> Result<(), Misuse> {
        let step = self.take_question()?;
        if response.finish == FinishReason::Error {
            let failure = Failure::model("the provider says that the answer failed");
            self.push(Fact::ModelFailed {
                step,
                failure: failure.clone(),
            });
            self.push(Fact::Failed { failure });
            return Ok(());
        }
        response.message = Arc::new(self.state.with_unique_ids(&response.message));
        let end = end_of(&response, answer);
        let cut = response.finish == FinishReason::Length;
        self.push(Fact::ModelAnswered { step, response });
        match end {
            End::Calls if cut => self.refuse_cut_calls(),
            End::Calls => {}
            End::Again => self.push(Fact::StepClosed { step }),
            End::Completed(answer) => {
                self.push(Fact::StepClosed { step });
                self.push(Fact::Completed { answer });
            }
            End::Stopped(stop) => {
                self.drop_calls();
                self.push(Fact::StepClosed { step });
                self.push(Fact::Stopped { stop });
            }
        }
        Ok(())
    }

    /// An answer that the output limit cut may end in the middle of a call whose JSON happens to
    /// parse, so none of its calls runs.
    fn refuse_cut_calls(&mut self) {
        for id in self.open_calls() {
            let told = "the output limit cut the answer before this call was complete";
            self.fail_call(&id, CallFailure::new(told));
        }
    }

    /// The calls of an answer that was refused or filtered never run.
    fn drop_calls(&mut self) {
        for id in self.open_calls() {
            self.push(settled(&id, CallOutcome::Cancelled { began: false }));
        }
    }

    fn open_calls(&self) -> Vec<String> {
        let calls = self
            .state
            .last_step()
            .into_iter()
            .flat_map(|step| &step.calls);
        calls.map(|call| call.id().to_owned()).collect()
    }

    pub(super) fn model_failed(&mut self, failure: Failure) -> Result<(), Misuse> {
        let step = self.take_question()?;
        self.push(Fact::ModelFailed {
            step,
            failure: failure.clone(),
        });
        self.push(Fact::Failed { failure });
        Ok(())
    }

    fn take_question(&mut self) -> Result<u32, Misuse> {
        let step = self
            .state
            .last_step()
            .filter(|_| self.ask == Asking::InFlight);
        let number = step
            .ok_or_else(|| Misuse("the model was not asked".to_owned()))?
            .number;
        self.ask = Asking::No;
        Ok(number)
    }

    pub(super) fn checked(&mut self, id: String, verdict: Verdict) -> Result<(), Misuse> {
        if !self.checking.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being checked")));
        }
        match verdict {
            Verdict::Valid { approval, manual } => self.push(Fact::CallChecked {
                call: id,
                approval,
                manual,
            }),
            Verdict::Refused(failure) => self.fail_call(&id, failure),
        }
        Ok(())
    }

    pub(super) fn settled(
        &mut self,
        id: String,
        result: Result<RawJson, CallFailure>,
    ) -> Result<(), Misuse> {
        if !self.executing.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being executed")));
        }
        match result {
            Ok(output) => self.push(settled(&id, CallOutcome::Output(output))),
            Err(failure) => self.fail_call(&id, failure),
        }
        Ok(())
    }

    pub(super) fn stopped(&mut self, id: String) -> Result<(), Misuse> {
        if !self.stopping.contains(&id) || !self.executing.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not told to stop")));
        }
        self.push(settled(&id, CallOutcome::Cancelled { began: true }));
        Ok(())
    }

    pub(super) fn call_off(&mut self, reason: Option<String>) -> Result<(), Misuse> {
        if self.state.status() != Status::Running {
            return Err(Misuse("the run is not running".to_owned()));
        }
        self.ask = Asking::No;
        self.cancelled = Some(reason);
        Ok(())
    }

    fn fail_call(&mut self, id: &str, failure: CallFailure) {
        let ends_run = self
            .state
            .call(id)
            .is_none_or(|call| self.ends_run(call.name(), failure.severity));
        let outcome = CallOutcome::Failed {
            told: failure.told,
            detail: failure.detail,
            ends_run,
        };
        self.push(settled(id, outcome));
    }

    fn ends_run(&self, tool: &str, severity: Severity) -> bool {
        let spent = self.state.failures_of(tool) >= Rules::MAX_RETRIES;
        match severity {
            Severity::Fatal => true,
            Severity::Retry => spent,
            Severity::Policy => spent || self.rules.on_error(tool) == OnError::FailRun,
        }
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
