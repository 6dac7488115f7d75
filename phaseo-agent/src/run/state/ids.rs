//! Ids that are unique in a run.

use crate::item::{AssistantMessage, Item, ToolCall};

use super::{Frame, State};

impl State {
    /// Gives the calls of an answer ids that are unique in this run, and the provider an id for
    /// each, since some send none or send one twice. A call that is sent again in one answer, with
    /// the same id, name and arguments, is one call.
    pub(in crate::run) fn with_unique_ids(
        &self,
        frame: usize,
        message: &AssistantMessage,
    ) -> AssistantMessage {
        let mut message = message.clone();
        let mut calls: Vec<ToolCall> = Vec::new();
        let step = self.frames[frame].steps.len();
        message.items.retain_mut(|item| {
            let Item::ToolCall(call) = item else {
                return true;
            };
            if calls.iter().any(|earlier| is_sent_again(earlier, call)) {
                return false;
            }
            let sent = call.clone();
            if call.provider_id.is_empty()
                || calls.iter().any(|c| c.provider_id == call.provider_id)
            {
                call.provider_id = format!("call_{step}_{}", calls.len() + 1);
            }
            call.id = self.unique_id(frame, &call.provider_id, &calls);
            calls.push(ToolCall {
                id: call.id.clone(),
                ..sent
            });
            true
        });
        message
    }

    /// An id for the review of the answer in this step.
    pub(in crate::run) fn review_id(&self, frame: usize, step: u32) -> String {
        self.unique_id(frame, &format!("review_{step}"), &[])
    }

    fn unique_id(&self, frame: usize, own: &str, new: &[ToolCall]) -> String {
        let is_taken = |id: &str| self.knows(id) || new.iter().any(|call| call.id == id);
        let first = self.frames[frame].id_of(own);
        let mut id = first.clone();
        // Some providers send the same id in every answer.
        let mut repeat = self.repeats.get(&first).map_or(2, |times| times + 1);
        while is_taken(&id) {
            id = format!("{first}#{repeat}");
            repeat += 1;
        }
        id
    }
}

impl Frame {
    /// What the run calls something that the provider calls `own`, if it is the only one.
    pub(super) fn id_of(&self, own: &str) -> String {
        match self.path.last() {
            Some(outer) => format!("{outer}/{own}"),
            None => own.to_owned(),
        }
    }
}

/// Whether a provider sent `call` before in the same answer.
fn is_sent_again(earlier: &ToolCall, call: &ToolCall) -> bool {
    !call.provider_id.is_empty()
        && earlier.provider_id == call.provider_id
        && earlier.asks_the_same(call)
}
