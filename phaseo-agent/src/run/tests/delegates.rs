//! Agents behind tools.

use std::sync::Arc;

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::Response;
use crate::run::*;
use crate::tool::{OnError, Severity};
use crate::usage::Usage;

use super::play::{Play, decisions, executed, results, rules};
use super::{approve, gated, ready};

/// An agent with a tool `helper` that is an agent with these rules.
fn outer(inner: Rules) -> Rules {
    let agent = Some(Arc::new(inner));
    rules().with_tool(
        "helper",
        ToolRules {
            agent,
            ..ToolRules::default()
        },
    )
}

fn inner() -> Rules {
    let mut rules = Rules::new("small");
    rules.agent_id = "helper".into();
    rules
}

/// The outer agent has called the inner one, which has said what it says first.
fn opened(rules: Rules) -> Play {
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["helper"]);
    play.check_all();
    play.open("c1", "help");
    play
}

#[test]
fn a_sub_agent_is_opened_and_closed_and_never_claimed() {
    let mut play = opened(outer(inner()));
    let ask = play.ask();
    assert_eq!(
        (&*ask.path.join("/"), &*ask.model, ask.step),
        ("c1", "small", 1)
    );
    play.answer_at(
        &["c1"],
        Response::text("helped").with_usage(Usage::of_tokens(5, 2)),
    );
    let ask = play.ask();
    assert_eq!((ask.path.len(), ask.step), (0, 2));
    assert_eq!(results(&ask)[0].output.as_str(), r#""helped""#);
    assert_eq!(
        play.facts(),
        [
            "started",
            "asked",
            "answered",
            "checked",
            "started",
            "asked",
            "answered",
            "closed",
            "completed",
            "settled",
            "closed",
            "asked"
        ]
    );
    let state = play.machine.state();
    assert_eq!(state.usage().total_tokens, 7);
    assert_eq!(state.opened_by("c1").unwrap().usage().total_tokens, 7);
    let started = &play.saved[4];
    assert_eq!(started.path[..], ["c1".to_owned()]);
    assert!(matches!(&started.fact, Fact::Started { agent_id, .. } if &**agent_id == "helper"));
}

#[test]
fn a_sub_agent_without_a_model_asks_the_outer_ones() {
    let mut without = inner();
    without.model = "".into();
    let mut play = opened(outer(without));
    assert_eq!(&*play.ask().model, "m");
}

#[test]
fn what_waits_inside_pauses_the_outer_run_by_the_inner_calls_id() {
    let mut play = opened(outer(inner()));
    play.ask();
    play.answer_at(
        &["c1"],
        Response::calls([ToolCall::new("c1", "pay", r#"{"to":"ada"}"#)]),
    );
    play.work();
    play.checked("c1/c1", gated("money".into()));
    assert!(matches!(play.next(), Action::Done));
    let pause = play.machine.state().pause().unwrap();
    assert_eq!(
        pause.to_string(),
        r#"c1/c1: pay({"to":"ada"}) waits: money (in `helper`)"#
    );
    assert_eq!(pause.pending[0].path[..], ["c1".to_owned()]);

    play.crash_and_resume(decisions([("c1/c1", approve())]))
        .unwrap();
    assert_eq!(executed(&play.work()), [("c1/c1", 1, "run/c1/c1")]);
    play.settle("c1/c1", "1");
    assert_eq!(play.ask().path.len(), 1);
    play.answer_at(&["c1"], Response::text("paid"));
    assert_eq!(results(&play.ask())[0].output.as_str(), r#""paid""#);
}

#[test]
fn a_crash_inside_leaves_the_inner_call_in_doubt_and_not_the_outer_one() {
    let mut play = opened(outer(inner()));
    play.ask();
    play.answer_at(&["c1"], Response::calls([ToolCall::new("c1", "pay", "{}")]));
    play.check_all();
    play.work();
    play.crash_and_resume(Decisions::default()).unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.pending(), ["c1/c1 InDoubt"]);
    play.crash_and_resume(decisions([("c1/c1", Decision::Rerun)]))
        .unwrap();
    assert_eq!(executed(&play.work()), [("c1/c1", 2, "run/c1/c1")]);
}

#[test]
fn sub_agents_work_side_by_side_while_there_is_room() {
    let mut rules = outer(inner());
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["helper", "helper", "helper"]);
    play.check_all();
    play.open("c1", "one");
    assert_eq!(play.ask().path.join("/"), "c1");
    play.open("c2", "two");
    assert_eq!(play.ask().path.join("/"), "c2");
    assert!(
        matches!(play.next(), Action::Wait),
        "the third waits for room"
    );
    play.answer_at(&["c2"], Response::text("two is done"));
    play.open("c3", "three");
    assert_eq!(play.ask().path.join("/"), "c3");
}

#[test]
fn a_sub_agent_that_waits_for_people_keeps_nobody_else_from_working() {
    let mut play = Play::start(outer(inner()));
    play.ask();
    play.calls(&["helper", "look"]);
    play.check_all();
    play.open("c1", "one");
    play.ask();
    play.answer_at(&["c1"], Response::calls([ToolCall::new("c1", "pay", "{}")]));
    play.work();
    play.checked("c1/c1", gated("money".into()));
    assert_eq!(executed(&play.work()), [("c2", 1, "run/c2")]);
    play.settle("c2", "2");
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.pending(), ["c1/c1 ToolApproval"]);
}

#[test]
fn a_failure_inside_fails_the_call_by_the_outer_policy() {
    for (policy, told) in [
        (
            OnError::ReturnToModel,
            Some(r#"{"error":"the agent `helper` failed: its tool `pay` failed: broken"}"#),
        ),
        (OnError::FailRun, None),
    ] {
        let mut rules = outer(inner());
        rules.on_error = policy;
        let mut play = opened(rules);
        play.ask();
        play.answer_at(&["c1"], Response::calls([ToolCall::new("c1", "pay", "{}")]));
        play.check_all();
        play.work();
        play.fail("c1/c1", Severity::Policy);
        match told {
            Some(told) => assert_eq!(results(&play.ask())[0].output.as_str(), told),
            None => {
                assert!(matches!(play.next(), Action::Done));
                assert_eq!(play.status(), Status::Failed);
                let failure = play.machine.state().failure().unwrap().to_string();
                assert_eq!(
                    failure,
                    "the tool `helper` failed (call c1): the agent `helper` failed: the tool `pay` failed (call c1/c1): broken: cable cut"
                );
            }
        }
    }
}

#[test]
fn a_failing_sibling_stops_what_runs_inside_and_drops_its_questions() {
    let mut rules = outer(inner());
    rules.tool_concurrency = 3;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["helper", "helper", "bad"]);
    play.check_all();
    play.open("c1", "one");
    play.ask();
    play.open("c2", "two");
    play.ask();
    assert_eq!(executed(&play.work()), [("c3", 1, "run/c3")]);
    play.answer_at(&["c1"], Response::calls([ToolCall::new("c1", "pay", "{}")]));
    play.check_all();
    play.work();
    play.fail("c3", Severity::Policy);
    assert!(matches!(play.next(), Action::StopTools(calls) if calls == ["c1/c1"]));
    assert!(matches!(play.next(), Action::Abandon(path) if path.join("/") == "c2"));
    play.apply(Happened::Stopped {
        call: "c1/c1".into(),
        progress: Vec::new(),
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    assert_eq!(
        play.outcome("c1/c1"),
        Some(CallOutcome::Cancelled { began: true })
    );
}

#[test]
fn the_outer_limits_count_what_is_spent_inside() {
    let mut rules = outer(inner());
    rules.limits = Limits::new().tokens(100);
    let mut play = opened(rules);
    play.ask();
    let call = ToolCall::new("c1", "look", "{}");
    play.answer_at(
        &["c1"],
        Response::calls([call]).with_usage(Usage::of_tokens(99, 1)),
    );
    play.check_all();
    play.work();
    play.settle("c1/c1", "1");
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::MaxTokens { limit: 100 })
    );
    let told = "the agent `helper` stopped: the limit of 100 tokens was reached";
    let outcome = play.outcome("c1");
    assert!(
        matches!(outcome, Some(CallOutcome::Failed { told: text, ends_run: false, .. }) if text == told)
    );
}

#[test]
fn its_own_limit_ends_a_sub_agent_and_fails_its_call() {
    let mut limited = inner();
    limited.max_steps = 1;
    let mut play = opened(outer(limited));
    play.ask();
    play.answer_at(
        &["c1"],
        Response::calls([ToolCall::new("c1", "look", "{}")]),
    );
    play.check_all();
    play.work();
    play.settle("c1/c1", "1");
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Failed);
    let failure = play.machine.state().failure().unwrap().detail.clone();
    assert_eq!(
        failure,
        "the agent `helper` stopped: the limit of 1 steps was reached"
    );
}

#[test]
fn an_agent_that_is_no_longer_there_fails_its_call() {
    let mut play = opened(outer(inner()));
    play.ask();
    let mut without = rules();
    without.on_error = OnError::ReturnToModel;
    play.rules = Arc::new(without);
    play.crash_and_resume(Decisions::default()).unwrap();
    let ask = play.ask();
    assert_eq!(
        results(&ask)[0].output.as_str(),
        r#"{"error":"the agent `helper` is no longer there"}"#
    );
}

#[test]
fn the_context_that_is_set_inside_is_the_outer_agents_once_the_call_is_settled() {
    let mut play = opened(outer(inner()));
    play.ask();
    play.answer_at(&["c1"], Response::calls([ToolCall::new("c1", "set", "{}")]));
    play.check_all();
    play.work();
    let mut settlement = Settlement::output(RawJson::null());
    settlement.context = Some(RawJson::of("inner").unwrap());
    play.settle_with("c1/c1", settlement);
    play.ask();
    assert_eq!(play.machine.state().root().context_json(), None);
    play.answer_at(&["c1"], Response::text("done"));
    play.ask();
    let context: String = play.machine.state().root().context().unwrap();
    assert_eq!(context, "inner");
}

#[test]
fn a_gated_sub_agent_begins_once_it_is_approved() {
    let mut play = Play::start(outer(inner()));
    play.ask();
    play.calls(&["helper", "look"]);
    play.work();
    play.checked("c1", gated("it spends".into()));
    play.checked("c2", ready());
    play.work();
    play.settle("c2", "1");
    assert!(matches!(play.next(), Action::Done));
    play.crash_and_resume(decisions([("c1", approve())]))
        .unwrap();
    play.open("c1", "help");
    assert_eq!(play.ask().path.join("/"), "c1");
}

/// A sub-agent that opens an agent of its own beside a call that then fails for good.
fn failed_while_it_opens_another() -> Play {
    let mut middle = inner();
    let deep = ToolRules {
        agent: Some(Arc::new(inner())),
        ..ToolRules::default()
    };
    middle = middle.with_tool("deep", deep);
    middle.tool_concurrency = 2;
    let mut rules = outer(middle);
    rules.on_error = OnError::ReturnToModel;
    let mut play = opened(rules);
    play.ask();
    let calls = [
        ToolCall::new("a", "pay", "{}"),
        ToolCall::new("b", "deep", "{}"),
    ];
    play.answer_at(&["c1"], Response::calls(calls));
    play.check_all();
    assert_eq!(play.work().len(), 2);
    play.fail("c1/a", Severity::Fatal);
    play
}

#[test]
fn what_an_agent_that_fails_has_begun_to_open_is_abandoned_first() {
    let mut play = failed_while_it_opens_another();
    assert!(matches!(play.next(), Action::Abandon(path) if path[..] == ["c1".to_owned()]));
    assert!(!play.facts().contains(&"failed"), "first it is abandoned");
    let ask = play.ask();
    assert_eq!((ask.path.len(), ask.step), (0, 2));
    assert_eq!(
        results(&ask)[0].output.as_str(),
        r#"{"error":"the agent `helper` failed: its tool `pay` failed: broken"}"#
    );
    assert!(play.facts().contains(&"failed"));
}

#[test]
fn a_prompt_that_comes_when_its_agent_has_failed_was_not_asked_for() {
    for prompt in [Ok(Arc::from(["x".into()])), Err(CallFailure::new("no"))] {
        let mut play = failed_while_it_opens_another();
        play.next();
        play.ask();
        let length = play.saved.len();
        let call = "c1/b".to_owned();
        let late = play.machine.apply(
            0,
            Happened::Opened {
                call,
                prompt,
                context: None,
            },
        );
        assert_eq!(
            late.unwrap_err().to_string(),
            "the run did not expect this: the call `c1/b` was not being opened"
        );
        assert!(matches!(play.next(), Action::Wait));
        assert_eq!(play.saved.len(), length);
    }
}

#[test]
fn sub_agents_ask_nothing_once_the_outer_budget_is_spent() {
    let mut rules = outer(inner());
    rules.limits = Limits::new().tokens(10);
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["helper", "helper", "helper"]);
    play.check_all();
    play.open("c1", "one");
    play.ask();
    let spent = Response::text("x").with_usage(Usage::of_tokens(100, 0));
    play.answer_at(&["c1"], spent);
    play.open("c2", "two");
    play.open("c3", "three");
    assert!(matches!(play.next(), Action::Done));
    let state = play.machine.state();
    assert_eq!(state.usage().total_tokens, 100);
    assert_eq!(state.stop(), Some(&Stop::MaxTokens { limit: 10 }));
    let told = "the agent `helper` stopped: the limit of 10 tokens was reached";
    for call in ["c2", "c3"] {
        let outcome = play.outcome(call);
        assert!(
            matches!(&outcome, Some(CallOutcome::Failed { told: text, .. }) if text == told),
            "{outcome:?}"
        );
    }
}
