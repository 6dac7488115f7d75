//! When a run ends without an answer.

use std::sync::Arc;
use std::time::Duration;

use crate::content::Content;
use crate::item::ToolCall;
use crate::model::{FinishReason, Response};
use crate::run::*;
use crate::usage::Usage;

use super::approve;
use super::gated;
use super::play::{Play, decisions, rules};

/// A run of steps of one call each; each answer uses 10 tokens and costs a cent.
fn play(limits: Limits) -> Play {
    let mut rules = rules();
    rules.limits = limits;
    Play::start(rules)
}

fn step(play: &mut Play, number: u32) {
    assert_eq!(play.ask().step, number);
    let mut usage = Usage::of_tokens(7, 3);
    usage.cost_nanos = Some(10_000_000);
    let call = ToolCall::new(format!("t{number}"), "a", "{}");
    play.answer(Response::calls([call]).with_usage(usage));
    play.check_all();
    play.work();
    play.settle(&format!("t{number}"), "1");
}

#[test]
fn each_limit_ends_the_run_before_the_next_question_and_is_named() {
    let table = [
        (
            Limits::new().tokens(20),
            "the limit of 20 tokens was reached",
        ),
        (Limits::new().cost(0.02), "the limit of $0.02 was reached"),
        (
            Limits::new().cost(0.015).tokens(999),
            "the limit of $0.015 was reached",
        ),
        (
            Limits::new().tool_call("b").tokens(11),
            "the limit of 11 tokens was reached",
        ),
        (
            Limits::new().finish_reason(FinishReason::Length).tokens(20),
            "the limit of 20 tokens was reached",
        ),
    ];
    for (limits, message) in table {
        let mut play = play(limits);
        step(&mut play, 1);
        step(&mut play, 2);
        assert!(matches!(play.next(), Action::Done), "{message}");
        let stop = play.machine.state().stop().expect("the run stopped");
        assert_eq!(stop.to_string(), message);
        assert!(play.outcome("t2").is_some(), "what the step did is kept");
    }
}

#[test]
fn a_tool_call_or_a_finish_reason_ends_the_run_when_its_step_is_done() {
    let table = [
        (Limits::new().tool_call("a"), "the tool `a` was called"),
        (
            Limits::new().finish_reason(FinishReason::ToolCalls),
            "the model finished with ToolCalls",
        ),
    ];
    for (limits, message) in table {
        let mut play = play(limits);
        step(&mut play, 1);
        assert!(matches!(play.next(), Action::Done), "{message}");
        assert_eq!(play.machine.state().stop().unwrap().to_string(), message);

        let state = State::fold(play.saved.iter().map(Arc::clone)).unwrap();
        let said = Some((Arc::new([Content::from("go on")]) as Arc<[Content]>, None));
        let rules = Arc::clone(&play.rules);
        play.machine = Machine::resume(
            rules,
            state,
            Instructions {
                said,
                ..Instructions::default()
            },
            0,
        )
        .unwrap();
        assert_eq!(play.ask().step, 2, "the next user turn goes on");
    }
}

#[test]
fn a_valid_answer_in_the_step_that_meets_a_limit_is_an_answer() {
    let mut play = play(Limits::new().tokens(1));
    play.ask();
    play.answer(Response::text("hi").with_usage(Usage::of_tokens(7, 3)));
    play.next();
    assert_eq!(play.status(), Status::Completed);
}

#[test]
fn the_time_that_people_take_does_not_count() {
    let mut play = play(Limits::new().duration(Duration::from_millis(50)));
    play.ask();
    play.answer(Response::calls([ToolCall::new("c1", "gated", "{}")]));
    play.work();
    play.checked("c1", gated("it deploys".into()));
    play.next();
    let before = play.machine.state().active_ms();
    play.clock += 1_000_000;
    play.crash_and_resume(decisions([("c1", approve())]))
        .unwrap();
    play.work();
    assert!(play.machine.state().active_ms() < before + 10);
    play.clock += 100;
    play.settle("c1", "1");
    assert!(matches!(play.next(), Action::Done));
    let stop = play.machine.state().stop().unwrap().to_string();
    assert_eq!(stop, "the limit of 50ms was reached");
}
