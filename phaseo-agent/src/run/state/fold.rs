//! How each entry changes the state.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::content::Content;
use crate::item::Message;
use crate::json::RawJson;
use crate::model::Response;
use crate::run::decision::Decision;
use crate::run::entry::{CallOutcome, Entry, Fact, LogError};
use crate::run::overrides::Overrides;
use crate::run::path::Path;
use crate::run::pause::{Pause, PendingKind};
use crate::run::step::{Call, CallPhase, ReviewVerdict, Step, UnderReview};
use crate::tool::NextTurn;
use crate::usage::Usage;

use super::{Frame, Place, State, Status};

impl State {
    pub(in crate::run) fn begin(entry: Arc<Entry>) -> Result<Self, LogError> {
        let Fact::Started {
            run_id,
            agent_id,
            prompt,
            context,
            overrides,
        } = &entry.fact
        else {
            return Err(inconsistent(entry.seq, "a log begins with `started`"));
        };
        if entry.seq != 1 || !entry.path.is_empty() {
            return Err(inconsistent(entry.seq, "a log begins with entry 1"));
        }
        let prompt = Message::User(Arc::clone(prompt));
        let mut root = Frame::new(Path::default(), None, Arc::clone(agent_id), prompt);
        root.context.clone_from(context);
        root.overrides.clone_from(overrides);
        Ok(Self {
            run_id: Arc::clone(run_id),
            saved: 0,
            frames: vec![root],
            opened: HashMap::new(),
            calls: HashMap::new(),
            repeats: HashMap::new(),
            reviews: HashMap::new(),
            active_ms: 0,
            decided: false,
            pause: None,
            entries: vec![entry],
        })
    }

    /// Takes one more entry.
    pub(in crate::run) fn push(&mut self, entry: Arc<Entry>) -> Result<(), LogError> {
        let seq = entry.seq;
        if seq != self.entries.len() as u64 + 1 {
            return Err(inconsistent(
                seq,
                &format!("entry {} was expected", self.entries.len() + 1),
            ));
        }
        let was_running = self.status() == Status::Running;
        // A run that is taken up was idle until then, whatever its log said last.
        if was_running && !matches!(entry.fact, Fact::Resumed { .. }) {
            let before = self.entries.last().map_or(entry.at, |last| last.at);
            self.active_ms += entry.at.saturating_sub(before);
            for frame in &mut self.frames {
                if frame.status == Status::Running {
                    frame.active_ms = self.active_ms - frame.began_ms;
                }
            }
        }
        self.take(&entry)
            .map_err(|problem| inconsistent(seq, &problem))?;
        self.entries.push(entry);
        Ok(())
    }

    fn take(&mut self, entry: &Entry) -> Result<(), String> {
        let fact = &entry.fact;
        if let Fact::Started { .. } = fact {
            return self.take_opened(&entry.path, fact);
        }
        let at = self
            .frame_at(&entry.path)
            .ok_or_else(|| format!("nothing began at {:?}", entry.path))?;
        if at != 0 && is_about_the_whole_run(fact) {
            return Err(format!("{fact:?} is about the whole run"));
        }
        let goes_on = matches!(fact, Fact::Resumed { .. } | Fact::Decided { .. });
        let mut statuses = self.lineage(at).map(|at| self.frames[at].status);
        let idle = statuses.find(|status| *status != Status::Running);
        drop(statuses);
        if let Some(status) = idle.filter(|_| !goes_on) {
            return Err(format!("the run is {}", status.as_str()));
        }
        match fact {
            Fact::Started { .. } => {}
            Fact::ModelAnswered { step, response } => self.take_answer(at, *step, response)?,
            Fact::ReviewAsked { id, .. } => {
                self.frames[at].take_review(fact)?;
                self.reviews.insert(id.clone(), at);
            }
            Fact::Paused { pending } => {
                self.frames[at].status = Status::WaitingForHuman;
                self.pause = Some(Pause {
                    pending: pending.clone(),
                });
            }
            Fact::Resumed { overrides, context } => {
                self.take_resumed();
                self.frames[at].take_overrides(overrides, context.as_ref());
            }
            Fact::Decided { id, decision, .. } => self.take_decided(id, decision)?,
            Fact::ModelFailed { usage, .. } => {
                self.frames[at].take(fact)?;
                self.used(at, *usage);
            }
            _ => self.frames[at].take(fact)?,
        }
        Ok(())
    }

    /// A sub-agent began.
    fn take_opened(&mut self, path: &Path, fact: &Fact) -> Result<(), String> {
        let (
            Some(id),
            Fact::Started {
                agent_id,
                prompt,
                context,
                overrides,
                ..
            },
        ) = (path.last(), fact)
        else {
            return Err("a run starts once".to_owned());
        };
        let place = *self
            .calls
            .get(id)
            .ok_or_else(|| format!("there is no call `{id}`"))?;
        let outer = &path[..path.len() - 1];
        if *self.frames[place.frame].path != *outer
            || self
                .lineage(place.frame)
                .any(|at| self.frames[at].status != Status::Running)
        {
            return Err(format!("nothing goes on at {outer:?}"));
        }
        let call = self.frames[place.frame].call_in(id, |phase| *phase == CallPhase::Ready)?;
        call.phase = CallPhase::Open;
        call.before = None;
        let prompt = Message::User(Arc::clone(prompt));
        let parent = Some(place.frame);
        let mut frame = Frame::new(Arc::clone(path), parent, Arc::clone(agent_id), prompt);
        frame.context.clone_from(context);
        frame.overrides.clone_from(overrides);
        frame.began_ms = self.active_ms;
        self.opened.insert(id.clone(), self.frames.len());
        self.frames.push(frame);
        Ok(())
    }

    fn take_answer(&mut self, at: usize, number: u32, response: &Response) -> Result<(), String> {
        if self.frames[at].open_step_mut(number)?.response.is_some() {
            return Err(format!("step {number} was answered before"));
        }
        let mut new = HashSet::new();
        for call in response.message.calls() {
            let own = self.frames[at].id_of(&call.provider_id);
            *self.repeats.entry(own).or_default() += 1;
            if self.knows(&call.id) || !new.insert(&call.id) {
                return Err(format!("there is a call `{}` already", call.id));
            }
        }
        let frame = &mut self.frames[at];
        let index = frame.steps.len().saturating_sub(1);
        let step = frame.open_step_mut(number)?;
        step.answer(response.clone());
        let ids = step.calls.iter().map(|call| call.id().to_owned());
        let place = |position| Place {
            frame: at,
            step: index,
            position,
        };
        self.calls
            .extend(ids.enumerate().map(|(position, id)| (id, place(position))));
        frame
            .transcript
            .push(Message::Assistant(Arc::clone(&response.message)));
        self.used(at, response.usage);
        Ok(())
    }

    /// Adds what a question of this frame used.
    fn used(&mut self, at: usize, usage: Usage) {
        let lineage: Vec<_> = self.lineage(at).collect();
        for at in lineage {
            self.frames[at].usage += usage;
        }
    }

    fn take_decided(&mut self, id: &str, decision: &Decision) -> Result<(), String> {
        match (self.reviews.get(id), self.calls.get(id)) {
            (Some(at), _) => self.frames[*at].take_reviewed(id, decision)?,
            (None, Some(place)) => self.frames[place.frame].take_decided(id, decision)?,
            (None, None) => return Err(format!("there is no call `{id}`")),
        }
        // It may have been decided before the run is taken up.
        if let Some(pause) = &mut self.pause {
            pause.pending.retain(|pending| pending.id != id);
            self.decided = true;
        }
        Ok(())
    }

    /// A run that failed or was called off, and is taken up again, hands a failure to the model
    /// instead of failing again.
    fn take_resumed(&mut self) {
        self.pause = None;
        self.decided = false;
        let root = &mut self.frames[0];
        let status = std::mem::replace(&mut root.status, Status::Running);
        root.stop = None;
        root.answer = None;
        if status == Status::Stopped {
            root.last_turn = None;
        }
        if !matches!(status, Status::Failed | Status::Cancelled) {
            return;
        }
        root.failure = None;
        for frame in &mut self.frames {
            frame.failures.clear();
            let calls = frame.steps.last_mut().into_iter();
            for call in calls.flat_map(|step| &mut step.calls) {
                if let CallPhase::Settled(CallOutcome::Failed { ends_run, .. }) = &mut call.phase {
                    *ends_run = false;
                }
            }
        }
    }
}

impl Frame {
    fn take(&mut self, fact: &Fact) -> Result<(), String> {
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

    fn take_review(&mut self, fact: &Fact) -> Result<(), String> {
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

    fn take_reviewed(&mut self, id: &str, decision: &Decision) -> Result<(), String> {
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

    fn take_decided(&mut self, id: &str, decision: &Decision) -> Result<(), String> {
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

    fn take_overrides(&mut self, overrides: &Overrides, context: Option<&RawJson>) {
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

    fn open_step_mut(&mut self, number: u32) -> Result<&mut Step, String> {
        self.steps
            .last_mut()
            .filter(|step| step.number == number && !step.closed)
            .ok_or_else(|| format!("step {number} is not open"))
    }

    /// The call of this id in the last step, which must be in such a phase.
    fn call_in(
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

/// Whether it is said of the run and not of one agent in it.
fn is_about_the_whole_run(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Paused { .. } | Fact::Resumed { .. } | Fact::Decided { .. } | Fact::Cancelled { .. }
    )
}

pub(super) fn inconsistent(seq: u64, problem: &str) -> LogError {
    LogError::Inconsistent {
        seq,
        problem: problem.to_owned(),
    }
}
