//! The machine, transition by transition.

use std::sync::Arc;

use crate::item::{AssistantMessage, Item, Message, ToolCall};
use crate::json::RawJson;
use crate::model::{FinishReason, Response, ToolChoice};
use crate::run::*;
use crate::tool::{OnError, Severity};
use crate::usage::Usage;

use super::play::{Play, executed, name, results, rules};
use super::{approve, ready};

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
    let results = results(&ask);
    let order: Vec<_> = results
        .iter()
        .map(|result| (result.id.as_str(), result.output.as_str()))
        .collect();
    assert_eq!(order, [("c1", "1"), ("c2", "2"), ("c3", "3")]);
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
            Happened::ModelFailed {
                path: Path::default(),
                failure: Failure::model("x"),
                usage: Usage::default(),
            },
            "the model was not asked",
        ),
        (
            Happened::Answered {
                path: Path::default(),
                review: None,
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
                settlement: Settlement::new(
                    output()
                        .map(Given::Output)
                        .map_err(|()| CallFailure::new("x")),
                ),
            },
            "the call `c1` was not being executed",
        ),
        (
            Happened::Stopped {
                call: "c1".into(),
                progress: Vec::new(),
            },
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
        id: "c1".into(),
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
