//! One run in a place of its own, driven by one worker after the other.

use std::collections::BTreeSet;
use std::path::Path;

use phaseo_agent::run::{CallPhase, PendingKind, State, Status};
use tempfile::{TempDir, tempdir};

use crate::ledger;
use crate::place::{Kind, Place};
use crate::process::{self, Dead, Kill};
use crate::proof::last_claim;
use crate::random::Random;
use crate::worker::SCRIPT;

/// One run in a place of its own, and what was seen of it from outside.
pub(crate) struct Case {
    folder: TempDir,
    place: Place,
    /// What the log says; `None` while there is no run.
    pub(crate) state: Option<State>,
    /// The executions that workers told of: tool, key and attempt, in one text.
    pub(crate) begun: Vec<String>,
    /// The payments that a kill left in doubt: the call, and the place of its claim in the log.
    pub(crate) doubts: BTreeSet<(String, u64)>,
    /// The same of notes, which are run again without a doubt.
    pub(crate) notes: BTreeSet<(String, u64)>,
    pub(crate) answers: Answers,
}

/// How often each answer was given to a doubt, resumes that died before they saved it included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answers {
    pub(crate) rerun: u32,
    pub(crate) output: u32,
    pub(crate) give_up: u32,
}

impl Case {
    pub(crate) async fn new(kind: Kind) -> Self {
        let folder = tempdir().expect("a folder can be made");
        Self {
            place: kind.place(folder.path()).await,
            folder,
            state: None,
            begun: Vec::new(),
            doubts: BTreeSet::new(),
            notes: BTreeSet::new(),
            answers: Answers::default(),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn is_completed(&self) -> bool {
        let status = self.state.as_ref().map(State::status);
        status == Some(Status::Completed)
    }

    /// How much of the run a worker has yet to do, from 0 to 1; never quite 0.
    pub(crate) fn left(&self) -> f64 {
        let all = SCRIPT.iter().copied().flatten().count();
        let calls = self.state.iter().flat_map(State::steps);
        let settled = calls
            .flat_map(|step| &step.calls)
            .filter(|call| call.outcome().is_some())
            .count();
        (all + 1 - settled) as f64 / (all + 1) as f64
    }

    /// Lets a worker take the run as far as it comes, and looks at what it left.
    pub(crate) async fn go_on(&mut self, kill: Kill, random: &mut Random) -> Dead {
        let order = self.order(random);
        let dead = process::run(self.folder(), &self.place, &order, kill);
        let begun = dead
            .marks
            .iter()
            .filter_map(|mark| mark.strip_prefix("begins "));
        self.begun.extend(begun.map(str::to_owned));
        self.state = self.look().await;
        self.note_what_is_open();
        if !dead.killed {
            let told = dead.marks.last().map(String::as_str);
            let expected = match self.is_completed() {
                true => "ended completed",
                false => "ended paused",
            };
            assert_eq!(told, Some(expected), "what `{order}` came to");
        }
        dead
    }

    /// What the next worker is told. Every doubt is answered with what the ledger says.
    fn order(&mut self, random: &mut Random) -> String {
        let Some(state) = &self.state else {
            return "start".to_owned();
        };
        let mut order = format!("resume {}", state.run_id());
        let effects = ledger::effects(self.folder.path());
        for pending in state.pause().into_iter().flat_map(|pause| &pause.pending) {
            assert_eq!(
                (pending.kind, pending.name.as_str()),
                (PendingKind::InDoubt, "pay")
            );
            let key = format!("{}/{}", state.run_id(), pending.id);
            let paid = ledger::count(&effects, "pay", &key) > 0;
            let (answer, count) = match (paid, random.coin()) {
                (false, _) => ("rerun", &mut self.answers.rerun),
                (true, true) => ("output", &mut self.answers.output),
                (true, false) => ("give_up", &mut self.answers.give_up),
            };
            *count += 1;
            order += &format!(" {answer}:{}", pending.id);
        }
        order
    }

    /// The run as its log has it.
    async fn look(&self) -> Option<State> {
        let (head, entries) = self.place.left().await?;
        let state = State::fold(entries).expect("the log holds together");
        assert_eq!(
            state.status(),
            head.status,
            "log and head are of one moment"
        );
        Some(state)
    }

    /// Keeps which calls are claimed and not settled while nobody drives the run.
    fn note_what_is_open(&mut self) {
        let Some(state) = &self.state else {
            assert!(
                self.begun.is_empty() && ledger::effects(self.folder.path()).is_empty(),
                "nothing is done before the run is on record"
            );
            return;
        };
        for call in state.steps().iter().flat_map(|step| &step.calls) {
            if *call.phase() == CallPhase::Claimed {
                let claim = last_claim(state, call.id()).expect("a claim is in the log");
                let open = (call.id().to_owned(), claim);
                match call.name() {
                    "note" => self.notes.insert(open),
                    _ => self.doubts.insert(open),
                };
            }
        }
    }
}
