//! How each entry changes the state.

mod frame;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::item::Message;
use crate::model::Response;
use crate::run::decision::Decision;
use crate::run::entry::{CallOutcome, Entry, Fact, LogError};
use crate::run::path::Path;
use crate::run::pause::Pause;
use crate::run::step::CallPhase;
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
        // One that differs was set by the agent's own function, as a call sets it.
        frame.context_set = *context != self.frames[place.frame].context;
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
