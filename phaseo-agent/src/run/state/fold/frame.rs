//! How each entry changes one agent's part of the state.

use std::sync::Arc;

use crate::content::Content;
use crate::item::Message;
use crate::json::RawJson;
use crate::run::decision::Decision;
use crate::run::entry::{CallOutcome, Fact};
use crate::run::overrides::Overrides;
use crate::run::pause::PendingKind;
use crate::run::state::{Frame, Status};
use crate::run::step::{Call, CallPhase, ReviewVerdict, Step, UnderReview};
use crate::tool::NextTurn;

impl Frame {
    pub(super) fn take(&mut self, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::ModelAsked {
                step,
                attempt,
                model,
                settings,
            } => self.take_asked(*step, *attempt, model, settings)?,
            Fact::ModelFailed { step, .. } => _ = self.open_step_mut(*step)?,
            Fact::CallChecked {
                call,
                approval,
                supply,
            } => {
                let call = self.call_in(call, |phase| matches!(phase, CallPhase::Asked))?;
                call.supply.clone_from(supply);
                call.phase = match approval {
                    Some(reason) => CallPhase::AwaitingApproval(reason.clone()),
                    None => call.released(),
                };
            }
            Fact::CallClaimed {
                call,
                attempt,
                idempotency_key,
            } => {
                let ready =
                    |phase: &CallPhase| matches!(phase, CallPhase::Ready | CallPhase::Claimed);
                let call = self.call_in(call, ready)?;
                call.phase = CallPhase::Claimed;
                call.before = None;
                call.attempt = *attempt;
                call.key = Some(idempotency_key.clone());
            }
            Fact::CallHandedOver {
                call,
                reason,
                progress,
            } => {
                let call = self.call_in(call, |phase| matches!(phase, CallPhase::Claimed))?;
                call.phase = CallPhase::AwaitingInput(reason.clone());
                call.progress.clone_from(progress);
            }
            Fact::CallSettled { call, .. } => {
                let call = self.call_in(call, |phase| !matches!(phase, CallPhase::Settled(_)))?;
                call.settle(fact);
            }
            Fact::StepClosed { step } => self.take_closed(*step)?,
            Fact::Said { content, .. } => self.take_said(content),
            Fact::LastTurn { stop } => self.last_turn = Some(stop.clone()),
            Fact::Completed { answer } => {
                self.status = Status::Completed;
                self.answer = Some(answer.clone());
            }
            Fact::Stopped { stop } => {
                self.status = Status::Stopped;
                self.stop = Some(stop.clone());
            }
            Fact::Failed { failure } => {
                self.status = Status::Failed;
                self.failure = Some(failure.clone());
            }
            Fact::Cancelled { .. } => self.status = Status::Cancelled,
            other => return Err(format!("{other:?} is about the whole run")),
        }
        Ok(())
    }

    fn take_asked(
        &mut self,
        number: u32,
        attempt: u32,
        model: &Arc<str>,
        settings: &NextTurn,
    ) -> Result<(), String> {
        if self.steps.last().is_none_or(|step| step.closed) {
            if number as usize != self.steps.len() + 1 {
                return Err(format!("step {} was expected", self.steps.len() + 1));
            }
            self.steps.push(Step::new(number, Arc::clone(model)));
        }
        let step = self.open_step_mut(number)?;
        if step.response.is_some() {
            return Err(format!("step {number} was answered before"));
        }
        step.attempts = attempt;
        step.model = Arc::clone(model);
        step.settings = settings.clone();
        Ok(())
    }

    pub(super) fn take_review(&mut self, fact: &Fact) -> Result<(), String> {
        let Fact::ReviewAsked {
            step,
            id,
            review,
            answer,
        } = fact
        else {
            return Ok(());
        };
        let step = self.open_step_mut(*step)?;
        if step.response.is_none() || !step.calls.is_empty() {
            return Err("there is no answer to review".to_owned());
        }
        step.review = Some(UnderReview {
            id: id.clone(),
            review: review.clone(),
            answer: answer.clone(),
            verdict: ReviewVerdict::Open,
        });
        Ok(())
    }

    pub(super) fn take_reviewed(&mut self, id: &str, decision: &Decision) -> Result<(), String> {
        let review = self.steps.last_mut().and_then(|step| step.review.as_mut());
        let review = review
            .filter(|review| review.id == id && review.verdict == ReviewVerdict::Open)
            .ok_or_else(|| format!("the review `{id}` is over"))?;
        match decision {
            Decision::Approve { input: None } => review.verdict = ReviewVerdict::Accepted,
            Decision::Reject { reason } => {
                let content: Arc<[Content]> = Arc::new([reason.as_str().into()]);
                self.take_said(&content);
            }
            other => return Err(format!("{other:?} decides no review")),
        }
        Ok(())
    }

    fn take_closed(&mut self, number: u32) -> Result<(), String> {
        let step = self.open_step_mut(number)?;
        if step.response.is_none() || step.calls.iter().any(|call| call.outcome().is_none()) {
            return Err(format!("step {number} has open calls"));
        }
        step.closed = true;
        let results = step.results();
        let failures = step.failures();
        let next_turn = step.next_turn();
        let context = step.context().cloned();
        self.next_turn = next_turn;
        if let Some(context) = context {
            self.context = Some(context);
            self.context_set = true;
        }
        if !results.is_empty() {
            self.transcript.push(Message::Tool(results));
        }
        for message in std::mem::take(&mut self.said) {
            self.speak(message);
        }
        for (tool, failed) in failures {
            match failed {
                true => *self.failures.entry(tool).or_default() += 1,
                false => _ = self.failures.remove(&tool),
            }
        }
        Ok(())
    }

    pub(super) fn take_decided(&mut self, id: &str, decision: &Decision) -> Result<(), String> {
        let waits = |call: &Call| waits_for(&call.phase).is_some_and(|kind| decision.fits(kind));
        let call = self.call_in(id, |_| true)?;
        if !waits(call) {
            // It was decided, and that is not carried out: the later decision stands.
            let before = call.before.take().filter(|before| waits(before));
            *call = *before.ok_or_else(|| {
                format!("the call `{id}` has got further than that, or not so far")
            })?;
        }
        let before = call.before.take().unwrap_or_else(|| Box::new(call.clone()));
        match decision {
            Decision::Approve { input } => {
                call.edited.clone_from(input);
                call.phase = call.released();
            }
            Decision::Rerun => call.phase = CallPhase::Ready,
            Decision::Output(output) => call.supply_with(output.clone()),
            Decision::Reject { reason } => {
                call.phase = CallPhase::Dismissed(CallOutcome::Rejected {
                    reason: reason.clone(),
                });
            }
            Decision::GiveUp { reason } => {
                call.phase = CallPhase::Dismissed(CallOutcome::GivenUp {
                    reason: reason.clone(),
                });
            }
        }
        call.before = Some(before);
        Ok(())
    }

    pub(super) fn take_overrides(&mut self, overrides: &Overrides, context: Option<&RawJson>) {
        self.overrides.then(overrides);
        if let Some(context) = context {
            self.context = Some(context.clone());
        }
        // A question that is asked again is the same, but for what is said now.
        if let Some(step) = self.steps.last_mut().filter(|step| step.response.is_none()) {
            step.settings.then(&overrides.settings);
            if let Some(model) = step.settings.model.take() {
                step.model = model.into();
            }
        }
    }

    /// What is said while calls are open goes to the model behind their results.
    fn take_said(&mut self, content: &Arc<[Content]>) {
        self.last_turn = None;
        let message = Message::User(Arc::clone(content));
        match self.steps.last_mut() {
            Some(step) if !step.closed && step.response.is_some() => {
                if let Some(review) = &mut step.review {
                    review.verdict = ReviewVerdict::Answered;
                }
                self.said.push(message);
            }
            _ => self.speak(message),
        }
    }

    /// The user speaks: a new user turn begins.
    fn speak(&mut self, message: Message) {
        self.transcript.push(message);
        // A step that is not answered is one of the new turn.
        let open = self.steps.last().is_some_and(|step| !step.closed);
        self.turn_began = self.steps.len() - usize::from(open);
    }

    pub(super) fn open_step_mut(&mut self, number: u32) -> Result<&mut Step, String> {
        self.steps
            .last_mut()
            .filter(|step| step.number == number && !step.closed)
            .ok_or_else(|| format!("step {number} is not open"))
    }

    /// The call of this id in the last step, which must be in such a phase.
    pub(super) fn call_in(
        &mut self,
        id: &str,
        fits: impl Fn(&CallPhase) -> bool,
    ) -> Result<&mut Call, String> {
        let step = self.steps.last_mut().filter(|step| !step.closed);
        let mut calls = step.into_iter().flat_map(|step| &mut step.calls);
        let call = calls
            .find(|call| call.id() == id)
            .ok_or_else(|| format!("there is no open call `{id}`"))?;
        if fits(&call.phase) {
            Ok(call)
        } else {
            Err(format!(
                "the call `{id}` has got further than that, or not so far"
            ))
        }
    }
}

impl Call {
    /// Takes how it came out.
    fn settle(&mut self, fact: &Fact) {
        if let Fact::CallSettled {
            outcome,
            progress,
            context,
            next_turn,
            max_output_chars,
            ..
        } = fact
        {
            self.phase = CallPhase::Settled(outcome.clone());
            self.before = None;
            if !progress.is_empty() {
                self.progress.clone_from(progress);
            }
            self.context.clone_from(context);
            self.next_turn = next_turn.clone();
            self.max_output_chars = *max_output_chars;
        }
    }
}

/// What a call in this phase waits for.
fn waits_for(phase: &CallPhase) -> Option<PendingKind> {
    match phase {
        CallPhase::AwaitingApproval(_) => Some(PendingKind::ToolApproval),
        CallPhase::AwaitingOutput => Some(PendingKind::Manual),
        CallPhase::AwaitingInput(_) => Some(PendingKind::Interactive),
        CallPhase::Claimed => Some(PendingKind::InDoubt),
        _ => None,
    }
}
