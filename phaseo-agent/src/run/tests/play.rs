//! A machine that is played by hand.

use std::sync::Arc;

use crate::content::Content;
use crate::item::{Message, ToolCall, ToolResult};
use crate::json::RawJson;
use crate::model::Response;
use crate::run::*;
use crate::tool::Severity;

use super::ready;

/// A machine with the log as a store would have it: only what was appended.
pub(super) struct Play {
    pub(super) machine: Machine,
    pub(super) rules: Arc<Rules>,
    pub(super) saved: Vec<Arc<Entry>>,
    pub(super) clock: u64,
}

impl Play {
    pub(super) fn start(rules: Rules) -> Self {
        let rules = Arc::new(rules);
        let beginning = Beginning::new("run", Arc::new([Content::from("hello")]));
        let machine = Machine::start(Arc::clone(&rules), beginning, 100);
        Self {
            machine,
            rules,
            saved: Vec::new(),
            clock: 100,
        }
    }

    /// The next action that is not `Append`; appends are carried out.
    pub(super) fn next(&mut self) -> Action {
        loop {
            match self.machine.next() {
                Action::Append {
                    expected_seq,
                    entries,
                } => {
                    assert_eq!(expected_seq, self.saved.len() as u64);
                    self.saved.extend(entries);
                    self.apply(Happened::Appended);
                }
                action => return action,
            }
        }
    }

    pub(super) fn apply(&mut self, happened: Happened) {
        self.clock += 1;
        self.machine
            .apply(self.clock, happened)
            .expect("it was asked for");
    }

    pub(super) fn ask(&mut self) -> Ask {
        match self.next() {
            Action::AskModel(ask) => ask,
            other => panic!("expected a question to the model, got {other:?}"),
        }
    }

    pub(super) fn work(&mut self) -> Vec<Work> {
        match self.next() {
            Action::RunTools(work) => work,
            other => panic!("expected tools to run, got {other:?}"),
        }
    }

    pub(super) fn answer(&mut self, response: Response) {
        self.answer_at(&[], response);
    }

    /// The model answers the agent at this path.
    pub(super) fn answer_at(&mut self, path: &[&str], response: Response) {
        self.answer_under_review(path, response, None);
    }

    pub(super) fn answer_under_review(
        &mut self,
        path: &[&str],
        response: Response,
        review: Option<Review>,
    ) {
        let text = response.message.text();
        self.apply(Happened::Answered {
            path: path.iter().map(ToString::to_string).collect(),
            answer: Ok(RawJson::of(&text).unwrap()),
            response,
            review,
        });
    }

    /// The agent behind a call says this to its model first.
    pub(super) fn open(&mut self, call: &str, prompt: &str) {
        let work = self.work();
        assert!(
            matches!(&work[..], [Work::Open { call: of, .. }] if of.id == call),
            "{call} was to be opened: {work:?}"
        );
        self.apply(Happened::Opened {
            call: call.into(),
            prompt: Ok(Arc::new([prompt.into()])),
            context: None,
        });
    }

    /// The run is lost and taken up by somebody else, with what it is told.
    pub(super) fn taken_up(&mut self, instructions: Instructions) {
        let state = State::fold(self.saved.iter().map(Arc::clone)).expect("the saved log folds");
        self.machine =
            Machine::resume(Arc::clone(&self.rules), state, instructions, self.clock).unwrap();
    }

    pub(super) fn pending(&self) -> Vec<String> {
        let pause = self.machine.state().pause();
        let pending = pause.into_iter().flat_map(|pause| &pause.pending);
        pending
            .map(|pending| format!("{} {:?}", pending.id, pending.kind))
            .collect()
    }

    pub(super) fn calls(&mut self, names: &[&str]) {
        let calls = names
            .iter()
            .enumerate()
            .map(|(at, name)| ToolCall::new(format!("c{}", at + 1), *name, "{}"));
        let response = Response::calls(calls);
        self.answer(response);
    }

    /// Finds every call that is to be checked ready.
    pub(super) fn check_all(&mut self) {
        for work in self.work() {
            let Work::Check { call, .. } = work else {
                panic!("expected checks, got {work:?}")
            };
            self.checked(&call.id, ready());
        }
    }

    pub(super) fn checked(&mut self, call: &str, verdict: Verdict) {
        self.apply(Happened::Checked {
            call: call.into(),
            verdict,
        });
    }

    pub(super) fn settle(&mut self, call: &str, output: &str) {
        self.settle_with(call, Settlement::output(RawJson::parse(output).unwrap()));
    }

    pub(super) fn settle_with(&mut self, call: &str, settlement: Settlement) {
        self.apply(Happened::Settled {
            call: call.into(),
            settlement,
        });
    }

    pub(super) fn fail(&mut self, call: &str, severity: Severity) {
        let mut failure = CallFailure::new("broken").with_detail("broken: cable cut");
        failure.severity = severity;
        self.apply(Happened::Settled {
            call: call.into(),
            settlement: Settlement::new(Err(failure)),
        });
    }

    /// Loses everything that was not appended, and takes the run up in a new machine.
    pub(super) fn crash_and_resume(&mut self, decisions: Decisions) -> Result<(), DecisionError> {
        let state = State::fold(self.saved.iter().map(Arc::clone)).expect("the saved log folds");
        self.machine =
            Machine::resume(Arc::clone(&self.rules), state, decisions.into(), self.clock)
                .map_err(|(error, _)| error)?;
        Ok(())
    }

    pub(super) fn facts(&self) -> Vec<&'static str> {
        self.saved.iter().map(|entry| name(&entry.fact)).collect()
    }

    pub(super) fn outcome(&self, call: &str) -> Option<CallOutcome> {
        self.machine.state().call(call)?.outcome().cloned()
    }

    pub(super) fn phase(&self, call: &str) -> CallPhase {
        self.machine.state().call(call).unwrap().phase().clone()
    }

    pub(super) fn status(&self) -> Status {
        self.machine.state().status()
    }
}

pub(super) fn name(fact: &Fact) -> &'static str {
    match fact {
        Fact::Started { .. } => "started",
        Fact::ModelAsked { .. } => "asked",
        Fact::ModelAnswered { .. } => "answered",
        Fact::ModelFailed { .. } => "model failed",
        Fact::CallChecked { .. } => "checked",
        Fact::CallClaimed { .. } => "claimed",
        Fact::CallSettled { .. } => "settled",
        Fact::StepClosed { .. } => "closed",
        Fact::Paused { .. } => "paused",
        Fact::Resumed { .. } => "resumed",
        Fact::CallHandedOver { .. } => "handed over",
        Fact::ReviewAsked { .. } => "review asked",
        Fact::LastTurn { .. } => "last turn",
        Fact::Decided { .. } => "decided",
        Fact::Said { .. } => "said",
        Fact::Completed { .. } => "completed",
        Fact::Stopped { .. } => "stopped",
        Fact::Failed { .. } => "failed",
        Fact::Cancelled { .. } => "cancelled",
    }
}

pub(super) fn executed(work: &[Work]) -> Vec<(&str, u32, &str)> {
    work.iter()
        .map(|work| match work {
            Work::Execute {
                call,
                attempt,
                idempotency_key,
                ..
            } => (call.id.as_str(), *attempt, idempotency_key.as_str()),
            other => panic!("{} is not executed: {other:?}", other.call().id),
        })
        .collect()
}

pub(super) fn decisions<const N: usize>(all: [(&str, Decision); N]) -> Decisions {
    let mut decisions = Decisions::default();
    for (call, decision) in all {
        decisions.push(call, decision);
    }
    decisions
}

pub(super) fn reject(reason: &str) -> Decision {
    Decision::Reject {
        reason: reason.into(),
    }
}

/// What somebody says to the model.
pub(super) fn said(text: &str) -> Instructions {
    Instructions {
        said: Some((Arc::new([text.into()]), None)),
        ..Instructions::default()
    }
}

pub(super) fn rules() -> Rules {
    Rules::new("m")
}

/// The results that a question ends with.
pub(super) fn results(ask: &Ask) -> &[ToolResult] {
    match ask.transcript.messages().last() {
        Some(Message::Tool(results)) => results,
        other => panic!("results come last, not {other:?}"),
    }
}
