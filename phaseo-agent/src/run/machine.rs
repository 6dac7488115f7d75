//! The machine: decides what a run does next.

use std::collections::HashSet;
use std::sync::Arc;

use crate::content::Content;
use crate::item::AssistantMessage;
use crate::json::RawJson;
use crate::model::{FinishReason, Response, ToolChoice};
use crate::schema::Issue;
use crate::tool::{OnError, Severity};

use super::action::{Action, Ask, Happened, Misuse, Verdict, Work};
use super::decision::{DecisionError, Decisions};
use super::entry::{CallOutcome, Entry, Fact};
use super::failure::{CallFailure, Failure, FailureOrigin};
use super::pause::{Pending, PendingKind};
use super::rules::Rules;
use super::state::{State, Status};
use super::step::{Call, CallPhase, Step};
use super::stop::Stop;

/// Decides what a run does next.
///
/// ```text
/// started --> asking --answered with calls--> working --all settled--> asking ...
///               |  `--answered without--> completed | stopped     |
///               |                                       some wait |--> paused --resumed--> working
///               `--failed--> failed                  one ends it  `--> failed --resumed--> ...
/// ```
///
/// What is decided is folded into the [`State`] at once, and becomes an entry to save; what has an
/// effect is offered only when nothing is left to save. So the state is always a fold of the log,
/// and an effect never runs ahead of it.
#[derive(Debug)]
pub struct Machine {
    rules: Arc<Rules>,
    state: State,
    now: u64,
    /// How many of the unsaved entries are being saved.
    appending: usize,
    ask: Asking,
    /// Calls that are being checked.
    checking: HashSet<String>,
    /// Calls that this machine claimed: only these it may execute. A claim that it found in the
    /// log is in doubt.
    claimed: HashSet<String>,
    /// Calls that are being executed.
    executing: HashSet<String>,
}

/// Whether this machine asked the model for the open step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asking {
    No,
    /// It said so in the log.
    Claimed,
    /// The question is on its way.
    InFlight,
}

impl Machine {
    /// A new run. `now` is in milliseconds since the Unix epoch.
    #[must_use]
    pub fn start(
        rules: Arc<Rules>,
        run_id: Arc<str>,
        agent_id: Arc<str>,
        prompt: Arc<[Content]>,
        now: u64,
    ) -> Self {
        let entry = Entry::new(
            1,
            now,
            Fact::Started {
                run_id,
                agent_id,
                prompt,
            },
        );
        let state = State::begin(Arc::new(entry)).expect("entry 1 is `started`");
        Self::new(rules, state, now)
    }

    /// A run that is taken up where it stands, with these decisions. A run that is completed or
    /// stopped, or that waits for decisions and gets none, is done as it is.
    ///
    /// # Errors
    /// When a decision cannot be taken; then nothing is changed, and the state comes back.
    pub fn resume(
        rules: Arc<Rules>,
        state: State,
        decisions: Decisions,
        now: u64,
    ) -> Result<Self, (DecisionError, Box<State>)> {
        let waits = decisions.is_empty();
        let decisions = match decisions.checked(state.pause(), |call| state.call(call).is_some()) {
            Ok(decisions) => decisions,
            Err(error) => return Err((error, Box::new(state))),
        };
        let now = state.entries().last().map_or(now, |last| now.max(last.at));
        let mut machine = Self::new(rules, state, now);
        let rests = match machine.state.status() {
            Status::Completed | Status::Stopped => true,
            Status::WaitingForHuman => waits,
            Status::Running | Status::Failed | Status::Cancelled => false,
        };
        if !rests {
            machine.push(Fact::Resumed);
            for decided in decisions {
                machine.push(Fact::Decided {
                    call: decided.call,
                    decision: decided.decision,
                    by: decided.by,
                    note: decided.note,
                });
            }
        }
        Ok(machine)
    }

    fn new(rules: Arc<Rules>, state: State, now: u64) -> Self {
        Self {
            rules,
            state,
            now,
            appending: 0,
            ask: Asking::No,
            checking: HashSet::new(),
            claimed: HashSet::new(),
            executing: HashSet::new(),
        }
    }

    /// The state, with what is not saved yet.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state, taken out.
    #[must_use]
    pub fn into_state(self) -> State {
        self.state
    }

    /// What to do next.
    #[expect(
        clippy::should_implement_trait,
        reason = "a machine that is done is not an exhausted iterator"
    )]
    pub fn next(&mut self) -> Action {
        if self.appending > 0 {
            return Action::Wait;
        }
        while let Some(fact) = self.consequence() {
            self.push(fact);
        }
        let unsaved = self.state.unsaved();
        if !unsaved.is_empty() {
            self.appending = unsaved.len();
            return Action::Append {
                expected_seq: self.state.saved(),
                entries: unsaved.to_vec(),
            };
        }
        self.effect()
    }

    /// Takes what happened. `now` is in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// When it was not asked for. Nothing is changed then.
    pub fn apply(&mut self, now: u64, happened: Happened) -> Result<(), Misuse> {
        // A clock that steps back does not turn the log around.
        self.now = self.now.max(now);
        match happened {
            Happened::Appended => self.appended(),
            Happened::Answered { response, answer } => self.answered(response, answer),
            Happened::ModelFailed(failure) => self.model_failed(failure),
            Happened::Checked { call, verdict } => self.checked(call, verdict),
            Happened::Settled { call, result } => self.settled(call, result),
        }
    }

    // ---- what follows without doing anything ---------------------------------------------------

    /// The next fact that follows from the state by itself.
    fn consequence(&self) -> Option<Fact> {
        if self.state.status() != Status::Running {
            return None;
        }
        match self.state.last_step() {
            Some(step) if !step.closed => match &step.response {
                None if self.ask == Asking::No => Some(self.asked(step.number, step.attempts + 1)),
                None => None,
                Some(_) => self.consequence_of_calls(step),
            },
            last => {
                let done = last.map_or(0, |step| step.number);
                Some(if done >= self.rules.max_steps {
                    Fact::Stopped {
                        stop: Stop::MaxSteps {
                            limit: self.rules.max_steps,
                        },
                    }
                } else {
                    self.asked(done + 1, 1)
                })
            }
        }
    }

    fn asked(&self, step: u32, attempt: u32) -> Fact {
        Fact::ModelAsked {
            step,
            attempt,
            model: Arc::clone(&self.rules.model),
        }
    }

    fn consequence_of_calls(&self, step: &Step) -> Option<Fact> {
        let calls = &step.calls;
        // No effect before every call of the answer is checked: one that cannot run may end the run.
        if calls.iter().any(|call| call.phase == CallPhase::Asked) {
            return None;
        }
        if let Some(failure) = calls.iter().find_map(ending) {
            return self
                .executing
                .is_empty()
                .then_some(Fact::Failed { failure });
        }
        if let Some(fact) = calls.iter().find_map(|call| self.consequence_of_call(call)) {
            return Some(fact);
        }
        if calls.iter().all(|call| call.outcome().is_some()) {
            return Some(Fact::StepClosed { step: step.number });
        }
        let working = calls.iter().any(|call| match call.phase {
            CallPhase::Ready => true,
            CallPhase::Claimed => self.claimed.contains(call.id()),
            _ => false,
        });
        (!working).then(|| Fact::Paused {
            pending: calls.iter().filter_map(pending).collect(),
        })
    }

    fn consequence_of_call(&self, call: &Call) -> Option<Fact> {
        match &call.phase {
            CallPhase::Dismissed(outcome) => Some(settled(call.id(), outcome.clone())),
            CallPhase::Ready if self.has_room() => Some(self.claim(call)),
            CallPhase::Claimed
                if !self.claimed.contains(call.id()) && self.rules.is_idempotent(call.name()) =>
            {
                self.has_room().then(|| self.claim(call))
            }
            _ => None,
        }
    }

    /// Whether one more call may run beside those that do.
    fn has_room(&self) -> bool {
        self.claimed.len() < self.rules.tool_concurrency.max(1)
    }

    fn claim(&self, call: &Call) -> Fact {
        Fact::CallClaimed {
            call: call.id().to_owned(),
            attempt: call.attempts() + 1,
            idempotency_key: self.idempotency_key(call.id()),
        }
    }

    fn idempotency_key(&self, call: &str) -> String {
        format!("{}/{call}", self.state.run_id())
    }

    // ---- what has an effect ----------------------------------------------------------------------

    fn effect(&mut self) -> Action {
        if self.state.status() != Status::Running {
            return Action::Done;
        }
        let Some(step) = self.state.last_step() else {
            return Action::Wait;
        };
        let number = step.number;
        if step.response.is_none() {
            if self.ask == Asking::InFlight {
                return Action::Wait;
            }
            self.ask = Asking::InFlight;
            return Action::AskModel(Ask {
                step: number,
                model: Arc::clone(&self.rules.model),
                transcript: self.state.shared_transcript(),
                tool_choice: self.tool_choice(),
            });
        }
        let mut work = Vec::new();
        for call in &step.calls {
            match call.phase {
                CallPhase::Asked if !self.checking.contains(call.id()) => {
                    work.push(Work::Check {
                        call: call.tool_call().clone(),
                    });
                }
                CallPhase::Claimed
                    if self.claimed.contains(call.id()) && !self.executing.contains(call.id()) =>
                {
                    work.push(Work::Execute {
                        step: number,
                        call: call.tool_call().clone(),
                        attempt: call.attempts(),
                        idempotency_key: self.idempotency_key(call.id()),
                    });
                }
                _ => {}
            }
        }
        if work.is_empty() {
            return Action::Wait;
        }
        for work in &work {
            match work {
                Work::Check { call } => self.checking.insert(call.id.clone()),
                Work::Execute { call, .. } => self.executing.insert(call.id.clone()),
            };
        }
        Action::RunTools(work)
    }

    /// `Required` forces the first call only: a model that is forced again and again never answers.
    fn tool_choice(&self) -> ToolChoice {
        match self.rules.tool_choice {
            ToolChoice::Required if self.state.called_a_tool() => ToolChoice::Auto,
            choice => choice,
        }
    }

    // ---- what happened ---------------------------------------------------------------------------

    fn appended(&mut self) -> Result<(), Misuse> {
        if self.appending == 0 {
            return Err(Misuse("nothing was being saved".to_owned()));
        }
        self.state.mark_saved(self.appending);
        self.appending = 0;
        Ok(())
    }

    fn answered(
        &mut self,
        mut response: Response,
        answer: Result<RawJson, Vec<Issue>>,
    ) -> Result<(), Misuse> {
        let step = self.take_question()?;
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
                self.push(Fact::StepClosed { step });
                self.push(Fact::Stopped { stop });
            }
        }
        Ok(())
    }

    /// An answer that the output limit cut may end in the middle of a call whose JSON happens to
    /// parse, so none of its calls runs.
    fn refuse_cut_calls(&mut self) {
        let ids: Vec<_> = self
            .state
            .last_step()
            .into_iter()
            .flat_map(|step| &step.calls)
            .map(|c| c.id().to_owned())
            .collect();
        for id in ids {
            self.fail_call(
                &id,
                CallFailure::new("the output limit cut the answer before this call was complete"),
            );
        }
    }

    fn model_failed(&mut self, failure: Failure) -> Result<(), Misuse> {
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

    fn checked(&mut self, id: String, verdict: Verdict) -> Result<(), Misuse> {
        if !self.checking.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being checked")));
        }
        match verdict {
            Verdict::Ready => self.push(Fact::CallChecked {
                call: id,
                approval: None,
            }),
            Verdict::NeedsApproval(reason) => self.push(Fact::CallChecked {
                call: id,
                approval: Some(reason),
            }),
            Verdict::Refused(failure) => self.fail_call(&id, failure),
        }
        Ok(())
    }

    fn settled(&mut self, id: String, result: Result<RawJson, CallFailure>) -> Result<(), Misuse> {
        if !self.executing.remove(&id) {
            return Err(Misuse(format!("the call `{id}` was not being executed")));
        }
        self.claimed.remove(&id);
        match result {
            Ok(output) => self.push(settled(&id, CallOutcome::Output(output))),
            Err(failure) => self.fail_call(&id, failure),
        }
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

    fn push(&mut self, fact: Fact) {
        match &fact {
            Fact::CallClaimed { call, .. } => _ = self.claimed.insert(call.clone()),
            Fact::ModelAsked { .. } => self.ask = Asking::Claimed,
            _ => {}
        }
        let entry = Arc::new(Entry::new(
            self.state.entries().len() as u64 + 1,
            self.now,
            fact,
        ));
        let taken = self.state.push(entry);
        debug_assert!(
            taken.is_ok(),
            "the machine wrote a log that does not fold: {taken:?}"
        );
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

fn settled(call: &str, outcome: CallOutcome) -> Fact {
    Fact::CallSettled {
        call: call.to_owned(),
        outcome,
        progress: Vec::new(),
    }
}

/// The failure of a call that ends the run.
fn ending(call: &Call) -> Option<Failure> {
    match call.outcome()? {
        CallOutcome::Failed {
            detail,
            ends_run: true,
            ..
        } => Some(Failure {
            origin: FailureOrigin::Tool {
                name: call.name().to_owned(),
                call: call.id().to_owned(),
            },
            detail: detail.clone(),
        }),
        _ => None,
    }
}

/// What a call waits for, if it waits for a person.
fn pending(call: &Call) -> Option<Pending> {
    let (kind, reason) = match &call.phase {
        CallPhase::AwaitingApproval(reason) => (PendingKind::ToolApproval, reason.clone()),
        CallPhase::Claimed => (
            PendingKind::InDoubt,
            format!(
                "execution {} was begun and never finished: it may have taken effect",
                call.attempts()
            ),
        ),
        _ => return None,
    };
    Some(Pending {
        call: call.id().to_owned(),
        name: call.name().to_owned(),
        input: call.tool_call().input().to_owned(),
        kind,
        reason,
    })
}
