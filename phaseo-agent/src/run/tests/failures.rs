//! What goes wrong, and what follows.

use crate::item::{AssistantMessage, Item, ToolCall};
use crate::json::RawJson;
use crate::model::{FinishReason, Response};
use crate::run::*;
use crate::schema::Issue;
use crate::tool::{OnError, Severity};

use super::play::{Play, results, rules};
use super::ready;

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
    play.apply(Happened::Stopped {
        call: "c3".into(),
        progress: Vec::new(),
    });
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
        let mut rules = rules().with_tool(
            "a",
            ToolRules {
                on_error: tool,
                ..ToolRules::default()
            },
        );
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
            let results = results(&ask);
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
    let results = results(&ask);
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
        path: Path::default(),
        review: None,
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
fn a_tool_says_itself_how_often_it_may_fail_in_a_row() {
    for (max_retries, failures) in [(0, 1), (1, 2), (4, 5)] {
        let mut rules = rules().with_tool(
            "a",
            ToolRules {
                max_retries: Some(max_retries),
                ..ToolRules::default()
            },
        );
        rules.on_error = OnError::ReturnToModel;
        let mut play = Play::start(rules);
        let mut failed = 0;
        while play.status() == Status::Running {
            play.ask();
            play.calls(&["a"]);
            play.check_all();
            let id = play.work()[0].call().id.clone();
            play.fail(&id, Severity::Policy);
            failed += 1;
            let state = play.machine.state();
            if state.call(&id).unwrap().outcome().is_some_and(|outcome| {
                matches!(outcome, CallOutcome::Failed { ends_run: true, .. })
            }) {
                assert!(matches!(play.next(), Action::Done));
            }
        }
        assert_eq!(failed, failures, "max_retries {max_retries}");
    }
}
