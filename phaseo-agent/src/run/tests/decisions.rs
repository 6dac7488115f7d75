//! What people decide.

use std::sync::Arc;

use crate::content::Content;
use crate::item::Message;
use crate::json::RawJson;
use crate::model::{Response, ToolChoice};
use crate::run::*;

use super::play::{Play, decisions, executed, reject, results, rules};
use super::{approve, gated, ready};

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
    let results = results(&ask);
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
    let results = results(&ask);
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
        .map(|p| p.id.clone())
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
        supply: Some(Supply::new(
            RawJson::parse(r#"{"type":"integer"}"#).unwrap(),
        )),
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
    assert_eq!(pending.form.unwrap().as_str(), r#"{"type":"integer"}"#);

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
    let results = results(&ask);
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
            pending.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(),
            left
        );
        let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
        let (error, _) = Machine::decide(state, decided, 500).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the call `{call}` was decided; resume the run to carry it out")
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
            Instructions {
                said,
                ..Instructions::default()
            },
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
    play.machine = Machine::resume(
        Arc::clone(&play.rules),
        state,
        Instructions {
            decisions: approved,
            said,
            ..Instructions::default()
        },
        0,
    )
    .unwrap();
    play.work();
    play.settle("c1", "1");
    let ask = play.ask();
    let [.., Message::Tool(_), Message::User(said)] = ask.transcript.messages() else {
        panic!("{:?}", ask.transcript.messages())
    };
    assert_eq!(said[0].as_text(), Some("be careful"));
}

#[test]
fn a_decision_that_waits_to_be_carried_out_is_named_with_who_took_it() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["gated"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.next();
    let state = |play: &Play| State::fold(play.saved.iter().map(Arc::clone)).unwrap();
    let mut approved = decisions([("c1", approve())]);
    approved.by("ada");
    play.machine = Machine::decide(state(&play), approved, 500).unwrap();
    assert!(matches!(play.next(), Action::Done));
    let rejected = decisions([("c1", reject("no"))]);
    let (error, _) = Machine::decide(state(&play), rejected, 500).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the call `c1` was decided by ada; resume the run to carry it out"
    );
}

#[test]
fn nothing_decided_is_nothing_written_whatever_the_run_does() {
    let mut play = Play::start(rules());
    play.ask();
    let is_left_alone = |play: &Play| {
        let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
        let mut machine = Machine::decide(state, Decisions::default(), 500).unwrap();
        assert!(matches!(machine.next(), Action::Done));
        assert_eq!(machine.state().entries().len(), play.saved.len());
    };
    is_left_alone(&play);
    play.calls(&["pay", "gated"]);
    play.work();
    play.checked("c1", ready());
    play.checked("c2", gated("it deploys".into()));
    play.work();
    is_left_alone(&play);
    play.settle("c1", "1");
    play.next();
    is_left_alone(&play);
    play.crash_and_resume(decisions([("c2", reject("no"))]))
        .unwrap();
    play.ask();
    play.answer(Response::text("done"));
    play.next();
    is_left_alone(&play);
}

#[test]
fn a_gated_manual_call_is_approved_and_given_its_output_in_one() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["legacy"]);
    play.work();
    play.checked("c1", manual(Some("it is delicate")));
    play.next();
    let both = decisions([("c1", approve()), ("c1", output("9"))]);
    play.crash_and_resume(both).unwrap();
    let ask = play.ask();
    assert_eq!(results(&ask)[0].output.as_str(), "9");
    assert!(!play.facts().contains(&"claimed"));
}

#[test]
fn what_waits_in_a_run_that_has_failed_can_be_decided() {
    let mut rules = rules();
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["gated", "pay"]);
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.checked("c2", ready());
    play.work();
    play.fail("c2", crate::tool::Severity::Fatal);
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
    play.machine = Machine::decide(state, decisions([("c1", approve())]), 500).unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.facts()[play.saved.len() - 1], "decided");
    play.crash_and_resume(Decisions::default()).unwrap();
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
}
