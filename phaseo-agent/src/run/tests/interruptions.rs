//! Runs that are called off, lost, and taken up again.

use std::sync::Arc;

use crate::model::Response;
use crate::run::*;
use crate::tool::Severity;
use crate::usage::Usage;

use super::play::{Play, decisions, executed, results, rules};
use super::{approve, gated};

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
    play.apply(Happened::Stopped {
        call: "c1".into(),
        progress: Vec::new(),
    });
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
    let results = results(&ask);
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
    play.apply(Happened::Stopped {
        call: "c2".into(),
        progress: Vec::new(),
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.outcome("c3"),
        Some(CallOutcome::Cancelled { began: false })
    );
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
    play.apply(Happened::ModelFailed {
        path: Path::default(),
        failure: Failure::model("no server"),
        usage: Usage::default(),
    });
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
        (pending.kind, pending.id.as_str()),
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
    let results = results(&ask);
    assert_eq!(results[0].output.as_str(), r#"{"error":"nobody knows"}"#);
}

#[test]
fn an_idempotent_call_in_doubt_runs_again_with_the_same_key() {
    let mut play = Play::start(rules().with_tool(
        "pay",
        ToolRules {
            idempotent: true,
            ..ToolRules::default()
        },
    ));
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
fn what_is_in_doubt_is_decided_before_a_run_fails_after_a_crash() {
    let mut rules = rules();
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["pay", "other"]);
    play.check_all();
    play.work();
    play.fail("c2", Severity::Fatal);
    // The failure is on record; the run is lost before the other call has stopped.
    assert!(matches!(play.next(), Action::StopTools(calls) if calls == ["c1"]));
    play.crash_and_resume(Decisions::default()).unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::WaitingForHuman);
    assert_eq!(play.pending(), ["c1 InDoubt"]);
    let reason = "it was paid".to_owned();
    play.crash_and_resume(decisions([("c1", Decision::GiveUp { reason })]))
        .unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    assert!(matches!(
        &play.machine.state().failure().unwrap().origin,
        FailureOrigin::Tool { call, .. } if call == "c2"
    ));
}

#[test]
fn a_claim_that_could_not_be_saved_is_taken_back() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["pay"]);
    play.check_all();
    let Action::Append { entries, .. } = play.machine.next() else {
        panic!("the claim is saved")
    };
    assert!(matches!(
        entries.last().unwrap().fact,
        Fact::CallClaimed { .. }
    ));
    play.machine.take_back_claims();
    let state = play.machine.state().clone();
    assert_eq!(state.unsaved().len(), entries.len() - 1);
    play.machine = Machine::resume(
        Arc::clone(&play.rules),
        state,
        Instructions::default(),
        play.clock,
    )
    .unwrap();
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
}

#[test]
fn a_run_that_waits_for_people_is_called_off_and_waits_again_when_it_is_resumed() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["pay"]);
    play.work();
    play.checked("c1", gated("money".into()));
    assert!(matches!(play.next(), Action::Done));
    play.taken_up(Instructions {
        called_off: Some(Some("too late".into())),
        ..Instructions::default()
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Cancelled);
    let last = &play.saved.last().unwrap().fact;
    assert!(matches!(last, Fact::Cancelled { reason } if reason.as_deref() == Some("too late")));
    play.crash_and_resume(Decisions::default()).unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.pending(), ["c1 ToolApproval"]);
}
