//! The machine, transition by transition, without IO.

use std::sync::Arc;

use crate::content::Content;
use crate::item::{AssistantMessage, Item, Message, ToolCall};
use crate::json::RawJson;
use crate::model::{FinishReason, Response, ToolChoice};
use crate::schema::Issue;
use crate::tool::{OnError, Severity};
use crate::usage::Usage;

use crate::run::*;

use super::{approve, gated, ready};

/// A machine with the log as a store would have it: only what was appended.
struct Play {
    machine: Machine,
    rules: Arc<Rules>,
    saved: Vec<Arc<Entry>>,
    clock: u64,
}

impl Play {
    fn start(rules: Rules) -> Self {
        let rules = Arc::new(rules);
        let prompt = Arc::new([Content::from("hello")]);
        let machine = Machine::start(
            Arc::clone(&rules),
            "run".into(),
            "agent".into(),
            prompt,
            100,
        );
        Self {
            machine,
            rules,
            saved: Vec::new(),
            clock: 100,
        }
    }

    /// The next action that is not `Append`; appends are carried out.
    fn next(&mut self) -> Action {
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

    fn apply(&mut self, happened: Happened) {
        self.clock += 1;
        self.machine
            .apply(self.clock, happened)
            .expect("it was asked for");
    }

    fn ask(&mut self) -> Ask {
        match self.next() {
            Action::AskModel(ask) => ask,
            other => panic!("expected a question to the model, got {other:?}"),
        }
    }

    fn work(&mut self) -> Vec<Work> {
        match self.next() {
            Action::RunTools(work) => work,
            other => panic!("expected tools to run, got {other:?}"),
        }
    }

    fn answer(&mut self, response: Response) {
        let text = response.message.text();
        self.apply(Happened::Answered {
            answer: Ok(RawJson::of(&text).unwrap()),
            response,
        });
    }

    fn calls(&mut self, names: &[&str]) {
        let calls = names
            .iter()
            .enumerate()
            .map(|(at, name)| ToolCall::new(format!("c{}", at + 1), *name, "{}"));
        let response = Response::calls(calls);
        self.answer(response);
    }

    /// Finds every call that is to be checked ready.
    fn check_all(&mut self) {
        for work in self.work() {
            let Work::Check { call } = work else {
                panic!("expected checks, got {work:?}")
            };
            self.checked(&call.id, ready());
        }
    }

    fn checked(&mut self, call: &str, verdict: Verdict) {
        self.apply(Happened::Checked {
            call: call.into(),
            verdict,
        });
    }

    fn settle(&mut self, call: &str, output: &str) {
        self.apply(Happened::Settled {
            call: call.into(),
            result: Ok(RawJson::parse(output).unwrap()),
        });
    }

    fn fail(&mut self, call: &str, severity: Severity) {
        let mut failure = CallFailure::new("broken").with_detail("broken: cable cut");
        failure.severity = severity;
        self.apply(Happened::Settled {
            call: call.into(),
            result: Err(failure),
        });
    }

    /// Loses everything that was not appended, and takes the run up in a new machine.
    fn crash_and_resume(&mut self, decisions: Decisions) -> Result<(), DecisionError> {
        let state = State::fold(self.saved.iter().map(Arc::clone)).expect("the saved log folds");
        self.machine = Machine::resume(Arc::clone(&self.rules), state, decisions, None, self.clock)
            .map_err(|(error, _)| error)?;
        Ok(())
    }

    fn facts(&self) -> Vec<&'static str> {
        self.saved.iter().map(|entry| name(&entry.fact)).collect()
    }

    fn outcome(&self, call: &str) -> Option<CallOutcome> {
        self.machine.state().call(call)?.outcome().cloned()
    }

    fn phase(&self, call: &str) -> CallPhase {
        self.machine.state().call(call).unwrap().phase().clone()
    }

    fn status(&self) -> Status {
        self.machine.state().status()
    }
}

fn name(fact: &Fact) -> &'static str {
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
        Fact::Resumed => "resumed",
        Fact::Decided { .. } => "decided",
        Fact::Said { .. } => "said",
        Fact::Completed { .. } => "completed",
        Fact::Stopped { .. } => "stopped",
        Fact::Failed { .. } => "failed",
        Fact::Cancelled { .. } => "cancelled",
    }
}

fn executed(work: &[Work]) -> Vec<(&str, u32, &str)> {
    work.iter()
        .map(|work| match work {
            Work::Execute {
                call,
                attempt,
                idempotency_key,
                ..
            } => (call.id.as_str(), *attempt, idempotency_key.as_str()),
            Work::Check { call } => panic!("{} is checked, not executed", call.id),
        })
        .collect()
}

fn decisions<const N: usize>(all: [(&str, Decision); N]) -> Decisions {
    let mut decisions = Decisions::default();
    for (call, decision) in all {
        decisions.push(call, decision);
    }
    decisions
}

fn reject(reason: &str) -> Decision {
    Decision::Reject {
        reason: reason.into(),
    }
}

fn rules() -> Rules {
    Rules::new("m")
}

#[test]
fn an_answer_without_calls_completes_the_run() {
    let mut play = Play::start(rules());
    let ask = play.ask();
    assert_eq!(
        (ask.step, &*ask.model, ask.tool_choice),
        (1, "m", ToolChoice::Auto)
    );
    assert_eq!(
        ask.transcript.messages(),
        [Message::User(Arc::new(["hello".into()]))]
    );
    play.answer(Response::text("hi").with_usage(Usage::of_tokens(3, 2)));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.facts(),
        ["started", "asked", "answered", "closed", "completed"]
    );
    let state = play.machine.state();
    assert_eq!(state.answer().map(RawJson::as_str), Some("\"hi\""));
    assert_eq!(state.usage(), Usage::of_tokens(3, 2));
    assert!(state.unsaved().is_empty());
}

#[test]
fn nothing_is_offered_while_entries_are_being_saved() {
    let mut play = Play::start(rules());
    assert!(
        matches!(play.machine.next(), Action::Append { expected_seq: 0, ref entries } if entries.len() == 2)
    );
    assert!(
        matches!(play.machine.next(), Action::Wait),
        "the model is asked before the question is on record"
    );
    play.apply(Happened::Appended);
    assert!(matches!(play.machine.next(), Action::AskModel(_)));
    assert!(
        matches!(play.machine.next(), Action::Wait),
        "the question goes out once"
    );
}

#[test]
fn a_call_is_checked_then_claimed_on_record_then_executed() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["pay"]);
    play.check_all();
    let Action::Append { entries, .. } = play.machine.next() else {
        panic!("the claim is saved first")
    };
    assert_eq!(
        entries
            .iter()
            .map(|entry| name(&entry.fact))
            .collect::<Vec<_>>(),
        ["checked", "claimed"]
    );
    play.saved.extend(entries);
    play.apply(Happened::Appended);
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
    assert!(
        matches!(play.next(), Action::Wait),
        "the call is executed once"
    );
    play.settle("c1", "{\"ok\":true}");
    let ask = play.ask();
    assert_eq!(ask.step, 2);
    let Message::Tool(results) = &ask.transcript.messages()[2] else {
        panic!("the result goes to the model")
    };
    assert_eq!(
        (
            results[0].id.as_str(),
            results[0].output.as_str(),
            results[0].is_error
        ),
        ("c1", "{\"ok\":true}", false)
    );
}

#[test]
fn the_limit_of_concurrency_holds_and_results_stand_in_call_order() {
    let mut rules = rules();
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["a", "b", "c"]);
    play.check_all();
    assert_eq!(
        executed(&play.work()),
        [("c1", 1, "run/c1"), ("c2", 1, "run/c2")]
    );
    play.settle("c2", "2");
    assert_eq!(executed(&play.work()), [("c3", 1, "run/c3")]);
    play.settle("c3", "3");
    assert!(matches!(play.next(), Action::Wait));
    // Each result is on record before the slowest call is done.
    assert_eq!(
        play.facts()
            .iter()
            .filter(|fact| **fact == "settled")
            .count(),
        2
    );
    play.settle("c1", "1");
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    let order: Vec<_> = results
        .iter()
        .map(|result| (result.id.as_str(), result.output.as_str()))
        .collect();
    assert_eq!(order, [("c1", "1"), ("c2", "2"), ("c3", "3")]);
}

#[test]
fn nothing_runs_beside_a_call_that_ends_the_run() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["good", "bad"]);
    let checks = play.work();
    assert_eq!(checks.len(), 2);
    play.checked("c1", ready());
    assert!(
        matches!(play.next(), Action::Wait),
        "one call runs before the other is checked"
    );
    play.checked("c2", Verdict::Refused(CallFailure::new("no such tool")));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    assert!(!play.facts().contains(&"claimed"));
    let failure = play.machine.state().failure().unwrap().to_string();
    assert_eq!(failure, "the tool `bad` failed (call c2): no such tool");
}

#[test]
fn a_failure_that_ends_the_run_stops_the_others_and_records_their_fate() {
    let mut rules = rules();
    rules.tool_concurrency = 3;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["a", "b", "c", "d"]);
    play.check_all();
    play.work();
    play.fail("c1", Severity::Policy);
    let Action::StopTools(mut stopped) = play.next() else {
        panic!("the others are stopped")
    };
    stopped.sort();
    assert_eq!(stopped, ["c2", "c3"]);
    assert!(
        matches!(play.next(), Action::Wait),
        "they are told once, and waited for"
    );
    // One came to its own end before it could be stopped.
    play.settle("c2", "2");
    assert!(matches!(play.next(), Action::Wait));
    play.apply(Happened::Stopped { call: "c3".into() });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    assert_eq!(
        play.outcome("c2"),
        Some(CallOutcome::Output(RawJson::parse("2").unwrap()))
    );
    assert_eq!(
        play.outcome("c3"),
        Some(CallOutcome::Cancelled { began: true })
    );
    // It was never claimed.
    assert_eq!(play.phase("c4"), CallPhase::Ready);
}

#[test]
fn a_run_is_called_off_while_the_model_is_asked() {
    let mut play = Play::start(rules());
    play.ask();
    play.apply(Happened::Cancelled {
        reason: Some("too late".into()),
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Cancelled);
    assert_eq!(play.facts(), ["started", "asked", "cancelled"]);
    // It can be taken up again: the question is asked again.
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(play.ask().step, 1);
}

#[test]
fn a_run_is_called_off_while_tools_run() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["a", "b"]);
    play.check_all();
    play.work();
    play.apply(Happened::Cancelled { reason: None });
    assert!(matches!(play.next(), Action::StopTools(calls) if calls == ["c1"]));
    play.apply(Happened::Stopped { call: "c1".into() });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Cancelled);
    assert_eq!(
        play.outcome("c1"),
        Some(CallOutcome::Cancelled { began: true })
    );
    // What had not begun goes on when the run is taken up; what was stopped is told.
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(executed(&play.work()), [("c2", 1, "run/c2")]);
    play.settle("c2", "2");
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(
        results[0].output.as_str(),
        r#"{"error":"the call was cancelled before it finished; it may have taken effect"}"#
    );
}

#[test]
fn a_call_that_was_claimed_and_never_begun_is_not_in_doubt() {
    let mut rules = rules();
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["a", "b", "c"]);
    play.check_all();
    play.work();
    play.settle("c1", "1");
    // The claim of the third call is being saved when the run is called off.
    let Action::Append { entries, .. } = play.machine.next() else {
        panic!("a claim is saved")
    };
    play.saved.extend(entries);
    play.apply(Happened::Cancelled { reason: None });
    play.apply(Happened::Appended);
    assert!(matches!(play.next(), Action::StopTools(calls) if calls == ["c2"]));
    play.apply(Happened::Stopped { call: "c2".into() });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.outcome("c3"),
        Some(CallOutcome::Cancelled { began: false })
    );
}

#[test]
fn the_policy_of_a_failure() {
    use OnError::{FailRun, ReturnToModel};
    let table = [
        (FailRun, None, Severity::Policy, Status::Failed),
        (ReturnToModel, None, Severity::Policy, Status::Running),
        (
            FailRun,
            Some(ReturnToModel),
            Severity::Policy,
            Status::Running,
        ),
        (
            ReturnToModel,
            Some(FailRun),
            Severity::Policy,
            Status::Failed,
        ),
        (FailRun, None, Severity::Retry, Status::Running),
        (ReturnToModel, None, Severity::Fatal, Status::Failed),
    ];
    for (agent, tool, severity, expected) in table {
        let mut rules = rules().with_tool("a", tool, false);
        rules.on_error = agent;
        let mut play = Play::start(rules);
        play.ask();
        play.calls(&["a"]);
        play.check_all();
        play.work();
        play.fail("c1", severity);
        let next = play.next();
        assert_eq!(play.status(), expected, "{agent:?} {tool:?} {severity:?}");
        if let Action::AskModel(ask) = next {
            let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
                panic!("results come last")
            };
            assert_eq!(
                results[0].output.as_str(),
                r#"{"error":"broken"}"#,
                "the causes stay in the log"
            );
            assert!(results[0].is_error);
        }
    }
}

#[test]
fn the_third_failure_in_a_row_of_one_tool_ends_the_run() {
    let mut rules = rules();
    rules.on_error = OnError::ReturnToModel;
    let mut play = Play::start(rules);
    for (turn, ok) in [
        (1, false),
        (2, false),
        (3, true),
        (4, false),
        (5, false),
        (6, false),
    ] {
        play.ask();
        play.answer(Response::calls([ToolCall::new(
            format!("t{turn}"),
            "a",
            "{}",
        )]));
        play.check_all();
        play.work();
        match ok {
            true => play.settle(&format!("t{turn}"), "1"),
            false => play.fail(&format!("t{turn}"), Severity::Policy),
        }
    }
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
}

#[test]
fn an_approval_pauses_the_run_after_the_automatic_calls() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated", "auto"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.checked("c2", ready());
    assert_eq!(executed(&play.work()), [("c2", 1, "run/c2")]);
    play.settle("c2", "2");
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::WaitingForHuman);
    let pause = play.machine.state().pause().unwrap().clone();
    assert_eq!(pause.to_string(), "c1: gated({}) waits: it deploys");
    assert_eq!(pause.pending[0].kind, PendingKind::ToolApproval);

    play.crash_and_resume(decisions([("c1", approve())]))
        .unwrap();
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
    play.settle("c1", "1");
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(
        results
            .iter()
            .map(|result| result.id.as_str())
            .collect::<Vec<_>>(),
        ["c1", "c2"]
    );
}

#[test]
fn a_rejected_call_never_runs_and_the_model_is_told_the_reason() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.next();
    let mut rejected = decisions([("c1", reject("Not authorised"))]);
    rejected.by("ada");
    rejected.note("see the runbook");
    play.crash_and_resume(rejected).unwrap();
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(
        (results[0].output.as_str(), results[0].is_error),
        (r#"{"error":"Not authorised"}"#, true)
    );
    assert!(!play.facts().contains(&"claimed"));
    let decided = play.saved.iter().find_map(|entry| match &entry.fact {
        Fact::Decided { by, note, .. } => Some((by.as_deref(), note.as_deref())),
        _ => None,
    });
    assert_eq!(decided, Some((Some("ada"), Some("see the runbook"))));
}

#[test]
fn calls_that_are_not_decided_stay_pending() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated", "gated"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.checked("c2", gated("it deploys".into()));
    play.next();
    play.crash_and_resume(decisions([("c2", approve())]))
        .unwrap();
    assert_eq!(executed(&play.work()), [("c2", 1, "run/c2")]);
    play.settle("c2", "2");
    assert!(matches!(play.next(), Action::Done));
    let pending: Vec<_> = play
        .machine
        .state()
        .pause()
        .unwrap()
        .pending
        .iter()
        .map(|p| p.call.clone())
        .collect();
    assert_eq!(pending, ["c1"]);
}

#[test]
fn a_bad_decision_changes_nothing() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["auto", "gated"]);
    play.work();
    play.checked("c1", ready());
    play.checked("c2", gated("it deploys".into()));
    play.work();
    play.settle("c1", "1");
    play.next();
    let before = play.saved.clone();
    let table = [
        (
            decisions([("nope", approve())]),
            "the run has no call `nope`",
        ),
        (
            decisions([("c1", approve())]),
            "the call `c1` does not wait for a decision",
        ),
        (
            decisions([("c2", Decision::Rerun)]),
            "`rerun` does not answer the call `c2`, which waits for: tool approval",
        ),
        (
            decisions([("c2", approve()), ("c2", reject("no"))]),
            "the call `c2` was decided twice",
        ),
    ];
    for (bad, message) in table {
        assert_eq!(play.crash_and_resume(bad).unwrap_err().to_string(), message);
    }
    play.crash_and_resume(Decisions::default()).unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        (play.status(), &play.saved),
        (Status::WaitingForHuman, &before)
    );
    play.crash_and_resume(decisions([("c2", approve())]))
        .unwrap();
    assert_eq!(executed(&play.work()), [("c2", 1, "run/c2")]);
}

#[test]
fn an_approver_may_edit_the_input() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.next();
    let input = Some(RawJson::parse(r#"{"release":"2.4.2"}"#).unwrap());
    play.crash_and_resume(decisions([("c1", Decision::Approve { input })]))
        .unwrap();
    let work = play.work();
    let Work::Execute { call, .. } = &work[0] else {
        panic!("{work:?}")
    };
    assert_eq!(call.arguments, r#"{"release":"2.4.2"}"#);
    play.settle("c1", "1");
    // The model's own words stay what they were.
    let ask = play.ask();
    let Message::Assistant(answer) = &ask.transcript.messages()[1] else {
        panic!("an answer")
    };
    assert_eq!(answer.calls().next().unwrap().arguments, "{}");
}

fn manual(approval: Option<&str>) -> Verdict {
    Verdict::Valid {
        approval: approval.map(Into::into),
        manual: Some(RawJson::parse(r#"{"type":"integer"}"#).unwrap()),
    }
}

fn output(json: &str) -> Decision {
    Decision::Output(RawJson::parse(json).unwrap())
}

#[test]
fn a_manual_call_waits_for_its_output_and_never_runs() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["legacy"]);
    play.work();
    play.checked("c1", manual(None));
    assert!(matches!(play.next(), Action::Done));
    let pending = play.machine.state().pause().unwrap().pending[0].clone();
    assert_eq!(pending.kind, PendingKind::Manual);
    assert_eq!(pending.output.unwrap().as_str(), r#"{"type":"integer"}"#);

    let error = play
        .crash_and_resume(decisions([("c1", approve())]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`approve` does not answer the call `c1`, which waits for: an output"
    );
    let error = play
        .crash_and_resume(decisions([("c1", output("\"nine\""))]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the output for the call `c1` is not valid: expected integer, found \"nine\""
    );
    play.crash_and_resume(decisions([("c1", output("9"))]))
        .unwrap();
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(
        (results[0].output.as_str(), results[0].is_error),
        ("9", false)
    );
    assert!(!play.facts().contains(&"claimed"));
}

#[test]
fn a_gated_manual_call_needs_both_and_a_forged_output_is_refused() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["legacy"]);
    play.work();
    play.checked("c1", manual(Some("it is delicate")));
    play.next();
    let error = play
        .crash_and_resume(decisions([("c1", output("9"))]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`output` does not answer the call `c1`, which waits for: tool approval"
    );
    play.crash_and_resume(decisions([("c1", approve())]))
        .unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().pause().unwrap().pending[0].kind,
        PendingKind::Manual
    );
    play.crash_and_resume(decisions([("c1", output("9"))]))
        .unwrap();
    assert_eq!(play.ask().step, 2);
}

#[test]
fn an_output_settles_a_call_in_doubt() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["pay"]);
    play.check_all();
    play.work();
    play.crash_and_resume(Decisions::default()).unwrap();
    play.next();
    play.crash_and_resume(decisions([("c1", output("true"))]))
        .unwrap();
    assert_eq!(play.ask().step, 2);
    assert_eq!(
        play.facts()
            .iter()
            .filter(|fact| **fact == "claimed")
            .count(),
        1
    );
}

#[test]
fn decisions_are_recorded_one_at_a_time_and_carried_out_on_resume() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated", "gated"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.checked("c2", gated("it deploys".into()));
    play.next();
    for (call, left) in [("c2", vec!["c1"]), ("c1", vec![])] {
        let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
        let decided = decisions([(call, approve())]);
        play.machine = Machine::decide(state, decided.clone(), 500).unwrap();
        assert!(matches!(play.next(), Action::Done), "nothing runs");
        assert_eq!(play.status(), Status::WaitingForHuman);
        let pending = &play.machine.state().pause().unwrap().pending;
        assert_eq!(
            pending.iter().map(|p| p.call.as_str()).collect::<Vec<_>>(),
            left
        );
        let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
        let (error, _) = Machine::decide(state, decided, 500).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the call `{call}` does not wait for a decision")
        );
    }
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
}

#[test]
fn what_is_said_on_an_ended_run_is_the_next_user_turn() {
    let mut rules = rules();
    rules.max_steps = 1;
    rules.tool_choice = ToolChoice::Required;
    let mut play = Play::start(rules);
    play.ask();
    play.answer(Response::text("hi"));
    play.next();
    for turn in 2..4 {
        let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
        let said = Some((
            Arc::new(["and now?".into()]) as Arc<[Content]>,
            Some("ada".to_owned()),
        ));
        play.machine = Machine::resume(
            Arc::clone(&play.rules),
            state,
            Decisions::default(),
            said,
            0,
        )
        .unwrap();
        let ask = play.ask();
        assert_eq!((ask.step, ask.tool_choice), (turn, ToolChoice::Required));
        let last = ask.transcript.messages().last().cloned();
        assert_eq!(last, Some(Message::User(Arc::new(["and now?".into()]))));
        assert_eq!(play.machine.state().answer(), None);
        play.answer(Response::text("hi again"));
        assert!(matches!(play.next(), Action::Done));
        assert_eq!(
            play.status(),
            Status::Completed,
            "the limit of steps is for one user turn"
        );
    }
}

#[test]
fn what_is_said_beside_a_decision_goes_behind_the_results() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.next();
    let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
    let said = Some((Arc::new(["be careful".into()]) as Arc<[Content]>, None));
    let approved = decisions([("c1", approve())]);
    play.machine = Machine::resume(Arc::clone(&play.rules), state, approved, said, 0).unwrap();
    play.work();
    play.settle("c1", "1");
    let ask = play.ask();
    let [.., Message::Tool(_), Message::User(said)] = ask.transcript.messages() else {
        panic!("{:?}", ask.transcript.messages())
    };
    assert_eq!(said[0].as_text(), Some("be careful"));
}

#[test]
fn a_claimed_call_that_never_settled_is_in_doubt() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["pay"]);
    play.check_all();
    play.work();
    play.crash_and_resume(Decisions::default()).unwrap();
    assert!(matches!(play.next(), Action::Done));
    let pending = play.machine.state().pause().unwrap().pending[0].clone();
    assert_eq!(
        (pending.kind, pending.call.as_str()),
        (PendingKind::InDoubt, "c1")
    );

    let error = play
        .crash_and_resume(decisions([("c1", approve())]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`approve` does not answer the call `c1`, which waits for: in doubt"
    );

    play.crash_and_resume(decisions([("c1", Decision::Rerun)]))
        .unwrap();
    assert_eq!(executed(&play.work()), [("c1", 2, "run/c1")]);
    play.crash_and_resume(Decisions::default()).unwrap();
    assert!(matches!(play.next(), Action::Done), "it is in doubt again");
    play.crash_and_resume(decisions([(
        "c1",
        Decision::GiveUp {
            reason: "nobody knows".into(),
        },
    )]))
    .unwrap();
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(results[0].output.as_str(), r#"{"error":"nobody knows"}"#);
}

#[test]
fn an_idempotent_call_in_doubt_runs_again_with_the_same_key() {
    let mut play = Play::start(rules().with_tool("pay", None, true));
    play.ask();
    play.calls(&["pay"]);
    play.check_all();
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(executed(&play.work()), [("c1", 2, "run/c1")]);
    play.settle("c1", "1");
    assert_eq!(play.ask().step, 2);
}

#[test]
fn a_question_that_was_lost_is_asked_again() {
    let mut play = Play::start(rules());
    play.ask();
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(play.ask().step, 1);
    play.answer(Response::text("hi"));
    play.next();
    assert_eq!(play.machine.state().steps()[0].attempts, 2);
    assert_eq!(
        play.facts(),
        [
            "started",
            "asked",
            "resumed",
            "asked",
            "answered",
            "closed",
            "completed"
        ]
    );
}

#[test]
fn a_failed_model_call_can_be_resumed() {
    let mut play = Play::start(rules());
    play.ask();
    play.apply(Happened::ModelFailed(Failure::model("no server")));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    play.crash_and_resume(Decisions::default()).unwrap();
    play.ask();
    play.answer(Response::text("hi"));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        (play.status(), play.machine.state().failure()),
        (Status::Completed, None)
    );
}

#[test]
fn a_failed_tool_is_not_run_again_on_resume_but_told_to_the_model() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["pay"]);
    play.check_all();
    play.work();
    play.fail("c1", Severity::Policy);
    play.next();
    assert_eq!(play.status(), Status::Failed);
    play.crash_and_resume(Decisions::default()).unwrap();
    let ask = play.ask();
    let Some(Message::Tool(results)) = ask.transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(results[0].output.as_str(), r#"{"error":"broken"}"#);
    assert_eq!(
        play.facts()
            .iter()
            .filter(|fact| **fact == "claimed")
            .count(),
        1
    );
}

#[test]
fn the_limit_of_steps_stops_the_run_but_not_an_answer_in_the_last_step() {
    let mut rules = rules();
    rules.max_steps = 1;
    let mut play = Play::start(rules.clone());
    play.ask();
    play.answer(Response::text("hi"));
    play.next();
    assert_eq!(play.status(), Status::Completed);

    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["a"]);
    play.check_all();
    play.work();
    play.settle("c1", "1");
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::MaxSteps { limit: 1 })
    );
    assert!(play.outcome("c1").is_some());
}

#[test]
fn how_an_answer_without_calls_ends_the_run() {
    let refusal = || {
        Response::new(
            AssistantMessage::new(vec![Item::Refusal("I will not.".into())]),
            FinishReason::Stop,
        )
    };
    let text = |finish| {
        Response::new(
            AssistantMessage::new(vec![Item::Text("some".into())]),
            finish,
        )
    };
    let some = || "some".to_owned();
    let table = [
        (
            refusal(),
            Stop::Refusal {
                text: "I will not.".into(),
            },
        ),
        (text(FinishReason::Refusal), Stop::Refusal { text: some() }),
        (
            text(FinishReason::ContentFilter),
            Stop::ContentFilter { text: some() },
        ),
        (
            text(FinishReason::Length),
            Stop::OutputLimit { text: some() },
        ),
    ];
    for (response, stop) in table {
        let mut play = Play::start(rules());
        play.ask();
        play.answer(response);
        assert!(matches!(play.next(), Action::Done));
        assert_eq!(play.machine.state().stop(), Some(&stop));
    }
    let mut play = Play::start(rules());
    play.ask();
    let issues = vec![Issue::new("priority", "is missing")];
    play.apply(Happened::Answered {
        response: Response::text("{}"),
        answer: Err(issues.clone()),
    });
    play.next();
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::UnusableAnswer {
            text: "{}".into(),
            issues
        })
    );
}

#[test]
fn calls_of_an_answer_that_was_cut_never_run() {
    for (policy, status) in [
        (OnError::FailRun, Status::Failed),
        (OnError::ReturnToModel, Status::Running),
    ] {
        let mut rules = rules();
        rules.on_error = policy;
        let mut play = Play::start(rules);
        play.ask();
        let mut response = Response::calls([ToolCall::new("c1", "pay", "{}")]);
        response.finish = FinishReason::Length;
        play.answer(response);
        play.next();
        assert_eq!(play.status(), status);
        assert!(!play.facts().contains(&"claimed"));
    }
    let mut play = Play::start(rules());
    play.ask();
    let mut response = Response::calls([ToolCall::new("c1", "pay", "{}")]);
    response.finish = FinishReason::ContentFilter;
    play.answer(response);
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Stopped);
}

#[test]
fn an_answer_that_failed_is_no_answer() {
    let mut play = Play::start(rules());
    play.ask();
    let mut response = Response::calls([ToolCall::new("c1", "pay", "{}")]);
    response.finish = FinishReason::Error;
    play.answer(response);
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    assert!(!play.facts().contains(&"answered"));
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(play.ask().step, 1);
}

#[test]
fn a_paused_turn_goes_on_with_the_same_conversation() {
    let mut play = Play::start(rules());
    play.ask();
    play.answer(Response::new(
        AssistantMessage::new(vec![Item::Text("thinking".into())]),
        FinishReason::PauseTurn,
    ));
    let ask = play.ask();
    assert_eq!((ask.step, ask.transcript.messages().len()), (2, 2));
}

#[test]
fn required_is_relaxed_after_the_first_call() {
    let mut rules = rules();
    rules.tool_choice = ToolChoice::Required;
    let mut play = Play::start(rules);
    assert_eq!(play.ask().tool_choice, ToolChoice::Required);
    play.calls(&["a"]);
    play.check_all();
    play.work();
    play.settle("c1", "1");
    assert_eq!(play.ask().tool_choice, ToolChoice::Auto);
}

#[test]
fn call_ids_are_unique_in_the_run_and_none_is_empty_on_the_wire() {
    let mut rules = rules();
    rules.tool_concurrency = 9;
    let mut play = Play::start(rules);
    let ids = |play: &Play| -> Vec<(String, String)> {
        let step = play.machine.state().steps().last().unwrap();
        step.calls
            .iter()
            .map(|call| (call.id().to_owned(), call.tool_call().provider_id.clone()))
            .collect()
    };
    let pair = |id: &str, provider: &str| (id.to_owned(), provider.to_owned());
    for expected in [
        [
            pair("x", "x"),
            pair("call_1_2", "call_1_2"),
            pair("call_1_3", "call_1_3"),
        ],
        [
            pair("x#2", "x"),
            pair("call_2_2", "call_2_2"),
            pair("call_2_3", "call_2_3"),
        ],
    ] {
        play.ask();
        let call = |id: &str, input: &str| ToolCall::new(id, "a", input);
        // The last one is the first again, which some providers send.
        play.answer(Response::calls([
            call("x", r#"{"n":1}"#),
            call("", "{}"),
            call("x", "{}"),
            call("x", r#"{ "n": 1 }"#),
        ]));
        assert_eq!(ids(&play), expected);
        play.check_all();
        for work in play.work() {
            let Work::Execute { call, .. } = work else {
                panic!("expected executions")
            };
            play.settle(&call.id, "1");
        }
    }
}

#[test]
fn what_was_not_asked_for_is_refused_and_changes_nothing() {
    let mut play = Play::start(rules());
    let entries = play.machine.state().entries().len();
    let output = || Ok(RawJson::parse("1").unwrap());
    let table = [
        (Happened::Appended, "nothing was being saved"),
        (
            Happened::ModelFailed(Failure::model("x")),
            "the model was not asked",
        ),
        (
            Happened::Answered {
                response: Response::text("x"),
                answer: output().map_err(|()| vec![]),
            },
            "the model was not asked",
        ),
        (
            Happened::Checked {
                call: "c1".into(),
                verdict: ready(),
            },
            "the call `c1` was not being checked",
        ),
        (
            Happened::Settled {
                call: "c1".into(),
                result: output().map_err(|()| CallFailure::new("x")),
            },
            "the call `c1` was not being executed",
        ),
        (
            Happened::Stopped { call: "c1".into() },
            "the call `c1` was not told to stop",
        ),
    ];
    for (happened, message) in table {
        let misuse = play.machine.apply(1, happened).unwrap_err();
        assert_eq!(
            misuse.to_string(),
            format!("the run did not expect this: {message}")
        );
    }
    assert_eq!(play.machine.state().entries().len(), entries);
}

#[test]
fn the_log_folds_to_the_live_state_at_every_entry() {
    let mut rules = rules();
    rules.on_error = OnError::ReturnToModel;
    let mut play = Play::start(rules);
    play.ask();
    play.answer(
        Response::calls([
            ToolCall::new("c1", "a", "{}"),
            ToolCall::new("c2", "b", "{}"),
        ])
        .with_usage(Usage::of_tokens(5, 1)),
    );
    play.check_all();
    play.work();
    play.settle("c1", "1");
    play.work();
    play.fail("c2", Severity::Policy);
    play.ask();
    play.answer(Response::text("done").with_usage(Usage::of_tokens(9, 2)));
    play.next();
    let live = play.machine.state();
    let lines: Vec<_> = play
        .saved
        .iter()
        .map(|entry| entry.to_json().unwrap())
        .collect();
    let read: Vec<_> = lines
        .iter()
        .map(|line| Arc::new(Entry::from_json(line).unwrap()))
        .collect();
    assert_eq!(read, play.saved);
    for count in 1..=read.len() {
        let state = State::fold(read[..count].iter().map(Arc::clone)).unwrap();
        assert_eq!(state.entries().len(), count);
    }
    let folded = State::fold(read).unwrap();
    assert_eq!(folded.transcript(), live.transcript());
    assert_eq!(
        (folded.status(), folded.usage()),
        (Status::Completed, Usage::of_tokens(14, 3))
    );
    assert_eq!(folded.answer(), live.answer());
}

#[test]
fn a_log_whose_facts_do_not_follow_is_refused() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["a"]);
    play.check_all();
    play.work();
    play.settle("c1", "1");
    play.ask();
    let log = play.saved.clone();
    // started asked answered checked claimed settled closed asked
    let again = |at: usize, seq: u64| {
        Arc::new(Entry {
            seq,
            ..(*log[at]).clone()
        })
    };
    let decided = |decision| Fact::Decided {
        call: "c1".into(),
        decision,
        by: None,
        note: None,
    };
    let made = |fact, seq| {
        Arc::new(Entry {
            seq,
            fact,
            ..(*log[0]).clone()
        })
    };
    let further = "the call `c1` has got further than that, or not so far";
    let table = [
        (6, again(3, 7), further),
        (6, again(4, 7), further),
        (6, again(5, 7), further),
        (6, made(decided(Decision::Rerun), 7), further),
        (5, made(decided(approve()), 6), further),
        (5, again(6, 6), "step 1 has open calls"),
        (6, again(1, 7), "step 1 was answered before"),
        (6, again(2, 7), "step 1 was answered before"),
        (8, again(2, 9), "step 1 is not open"),
    ];
    for (keep, next, problem) in table {
        let entries = log[..keep].iter().cloned().chain([next]);
        let error = State::fold(entries).unwrap_err().to_string();
        assert!(error.ends_with(problem), "{error}");
    }
}

#[test]
fn a_log_that_does_not_hold_together_is_refused() {
    let mut play = Play::start(rules());
    play.ask();
    play.answer(Response::text("hi"));
    play.next();
    let log = &play.saved;
    let table = [
        (
            vec![],
            "entry 1 of the log does not follow from those before it: the log is empty",
        ),
        (
            vec![1, 2],
            "entry 2 of the log does not follow from those before it: a log begins with `started`",
        ),
        (
            vec![0, 2],
            "entry 3 of the log does not follow from those before it: entry 2 was expected",
        ),
        (
            vec![0, 1, 1],
            "entry 2 of the log does not follow from those before it: entry 3 was expected",
        ),
    ];
    for (order, message) in table {
        let entries = order.iter().map(|at: &usize| Arc::clone(&log[*at]));
        assert_eq!(State::fold(entries).unwrap_err().to_string(), message);
    }
}
