//! What outlives a crash.

use std::collections::HashMap;
use std::sync::Arc;

use crate::item::ToolCall;
use crate::run::*;

/// What outlives a crash: the saved log, and what the tools did.
#[derive(Default)]
pub(super) struct World {
    saved: Vec<Arc<Entry>>,
    /// The saved entries, folded one by one.
    folded: Option<State>,
    /// How often each call took effect, and how often its tool made the output of what was supplied.
    effects: HashMap<(String, bool), u32>,
    pub(super) doubts: usize,
    /// Whether the run was called off or interrupted at any time.
    pub(super) called_off: bool,
    /// Whether it failed, that could not be saved, and it went on beyond the failure.
    pub(super) went_on: bool,
    /// How often somebody said something.
    pub(super) said: u32,
}

impl World {
    pub(super) fn take_effect(&mut self, call: &str, supplied: bool) {
        *self.effects.entry((call.to_owned(), supplied)).or_default() += 1;
    }

    pub(super) fn effects_of(&self, call: &str) -> (u32, u32) {
        let count = |supplied| self.effects.get(&(call.to_owned(), supplied)).copied();
        (
            count(false).unwrap_or_default(),
            count(true).unwrap_or_default(),
        )
    }

    /// Whether the execution that is in doubt took effect.
    pub(super) fn took_effect(&self, state: &State, call: &str) -> bool {
        let supplied = state.call(call).unwrap().supplied().is_some();
        self.effects.contains_key(&(call.to_owned(), supplied))
    }

    pub(super) fn save(&mut self, entries: Vec<Arc<Entry>>) {
        for entry in entries {
            match &mut self.folded {
                Some(state) => state.push(Arc::clone(&entry)).unwrap(),
                folded => *folded = Some(State::begin(Arc::clone(&entry)).unwrap()),
            }
            self.saved.push(entry);
        }
    }

    pub(super) fn length(&self) -> u64 {
        self.saved.len() as u64
    }

    /// The saved log, folded whole.
    pub(super) fn state(&self) -> State {
        State::fold(self.saved.iter().map(Arc::clone)).unwrap()
    }

    pub(super) fn assert_same(&self, live: &State) {
        let folded = self.folded.as_ref().unwrap();
        assert_eq!(folded.status(), live.status());
        assert_eq!(folded.usage(), live.usage());
        assert_eq!(folded.pause(), live.pause());
        assert_eq!(folded.entries().len(), live.entries().len());
        assert_eq!(folded.frames().len(), live.frames().len());
        for (folded, live) in folded.frames().iter().zip(live.frames()) {
            assert_eq!(folded.transcript(), live.transcript());
            assert_eq!(folded.context_json(), live.context_json());
        }
    }

    /// No effect before its claim was saved, and none after it settled.
    pub(super) fn assert_may_execute(&self, path: &Path, call: &ToolCall, attempt: u32, key: &str) {
        let about = |entry: &&Arc<Entry>| match &entry.fact {
            Fact::CallClaimed { call: of, .. }
            | Fact::CallHandedOver { call: of, .. }
            | Fact::CallSettled { call: of, .. } => *of == call.id,
            _ => false,
        };
        let last = self.saved.iter().rfind(about);
        let last = last.expect("a claim is saved before its effect");
        assert_eq!(last.path, *path);
        match &last.fact {
            Fact::CallClaimed {
                attempt: claimed,
                idempotency_key,
                ..
            } => assert_eq!((*claimed, idempotency_key.as_str()), (attempt, key)),
            _ => panic!("the call {} is executed after it settled", call.id),
        }
    }

    /// A question is on record before it goes out.
    pub(super) fn assert_may_ask(&self, ask: &Ask) {
        let about = |entry: &&Arc<Entry>| {
            entry.path == ask.path
                && matches!(
                    entry.fact,
                    Fact::ModelAsked { .. } | Fact::ModelAnswered { .. }
                )
        };
        let last = self.saved.iter().rfind(about).map(|entry| &entry.fact);
        assert!(matches!(last, Some(Fact::ModelAsked { step, .. }) if *step == ask.step));
    }
}
