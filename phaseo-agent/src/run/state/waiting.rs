//! What of a run waits for people.

use crate::run::entry::Fact;
use crate::run::pause::{Pending, PendingKind};
use crate::run::step::{Call, CallPhase, ReviewVerdict};

use super::{Frame, State, Status};

impl State {
    /// What waits for people, in the models' order. Of a run that goes on somewhere, a call that is
    /// being executed is among it.
    pub(in crate::run) fn waiting(&self) -> Vec<Pending> {
        let mut all = Vec::new();
        self.waiting_in(0, &mut all);
        all
    }

    /// What people can decide: what a paused run waits for; and of one that has failed or was called
    /// off, and so goes on nowhere, what it waited for besides. The decisions about the calls in `void`
    /// cannot be carried out: these can be decided anew.
    pub(in crate::run) fn decidable(&self, void: &[String]) -> Vec<Pending> {
        let mut all = self.undecided();
        let asked = self
            .entries
            .iter()
            .rev()
            .find_map(|entry| match &entry.fact {
                Fact::Paused { pending } => Some(pending),
                _ => None,
            });
        let again = asked.into_iter().flatten();
        all.extend(again.filter(|pending| void.contains(&pending.id)).cloned());
        all
    }

    fn undecided(&self) -> Vec<Pending> {
        match self.status() {
            Status::Failed | Status::Cancelled => self.waiting(),
            _ => self
                .pause
                .iter()
                .flat_map(|pause| pause.pending.clone())
                .collect(),
        }
    }

    fn waiting_in(&self, at: usize, all: &mut Vec<Pending>) {
        let frame = &self.frames[at];
        let Some(step) = frame.open_step() else {
            return;
        };
        let review = step.review.as_ref();
        if let Some(under) = review.filter(|under| under.verdict == ReviewVerdict::Open) {
            all.push(Pending {
                id: under.id.clone(),
                name: "human_review".to_owned(),
                input: under.review.payload.as_str().to_owned(),
                kind: PendingKind::HumanReview,
                reason: under.review.reason.clone(),
                form: None,
                path: frame.path.clone(),
                agent_id: frame.named(),
            });
        }
        for call in &step.calls {
            match (self.frame_behind(call.id()), &call.phase) {
                (Some(inner), CallPhase::Open) => self.waiting_in(inner, all),
                _ => all.extend(frame.waiting(call)),
            }
        }
    }
}

impl Frame {
    /// The agent's id, where it is not the outer one's.
    fn named(&self) -> String {
        match self.path.is_empty() {
            true => String::new(),
            false => self.agent_id.to_string(),
        }
    }

    /// What a call waits for, if it waits for a person.
    fn waiting(&self, call: &Call) -> Option<Pending> {
        let (kind, reason) = match &call.phase {
            CallPhase::AwaitingApproval(reason) => (PendingKind::ToolApproval, reason.clone()),
            CallPhase::AwaitingOutput => (
                PendingKind::Manual,
                "somebody outside the run does it and supplies the output".to_owned(),
            ),
            CallPhase::AwaitingInput(reason) => (PendingKind::Interactive, reason.clone()),
            CallPhase::Claimed => (
                PendingKind::InDoubt,
                format!(
                    "execution {} was begun and never finished: it may have taken effect",
                    call.attempts()
                ),
            ),
            _ => return None,
        };
        let supply = call.supply.as_ref().filter(|supply| match kind {
            PendingKind::Manual | PendingKind::Interactive => true,
            // It is supplied once it is approved, or together with the approval.
            PendingKind::ToolApproval => !supply.interactive,
            _ => false,
        });
        Some(Pending {
            id: call.id().to_owned(),
            name: call.name().to_owned(),
            input: call.input().to_owned(),
            kind,
            reason,
            form: supply.map(|supply| supply.form.clone()),
            path: self.path.clone(),
            agent_id: self.named(),
        })
    }
}
