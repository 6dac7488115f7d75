//! Last turns, loops, conditions, and what goes on under another limit.

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::{FinishReason, Response, ToolChoice};
use crate::run::*;
use crate::usage::Usage;

use super::play::{Play, rules};
use super::turns::step;

#[test]
fn a_stopped_run_goes_on_under_another_limit() {
    let mut rules = rules();
    rules.max_steps = 1;
    let mut play = Play::start(rules);
    play.ask();
    step(&mut play, Settlement::output(RawJson::null()));
    play.next();
    assert_eq!(play.status(), Status::Stopped);
    let overrides = Overrides {
        max_steps: Some(3),
        ..Overrides::default()
    };
    play.taken_up(Instructions {
        overrides,
        ..Instructions::default()
    });
    assert_eq!(play.ask().step, 2);
    assert_eq!(play.machine.state().stop(), None);
}

/// An agent whose model is asked once more when a limit of one step is met.
fn with_last_turn() -> Play {
    let mut rules = rules();
    rules.max_steps = 1;
    rules.on_stop = OnStop::Answer;
    let mut play = Play::start(rules);
    play.ask();
    step(&mut play, Settlement::output(RawJson::null()));
    play
}

#[test]
fn a_last_turn_must_answer_without_tools_and_completes_the_run() {
    let mut play = with_last_turn();
    let ask = play.ask();
    assert_eq!(
        (ask.step, ask.tool_choice, ask.deadline),
        (2, ToolChoice::None, None)
    );
    play.answer(Response::text("as far as I got"));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Completed);
    assert!(play.facts().contains(&"last turn"));
}

#[test]
fn a_last_turn_that_gives_no_answer_is_stopped_by_the_limit() {
    let mut play = with_last_turn();
    play.ask();
    play.answer(Response::calls([ToolCall::new("c9", "a", "{}")]));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::MaxSteps { limit: 1 })
    );
    assert_eq!(
        play.outcome("c9"),
        Some(CallOutcome::Cancelled { began: false })
    );
}

#[test]
fn an_answer_that_is_interrupted_by_a_limit_stops_the_run() {
    let mut rules = rules();
    rules.limits = Limits::new().duration(std::time::Duration::from_millis(50));
    let mut play = Play::start(rules);
    let ask = play.ask();
    let (left, stop) = ask.deadline.unwrap();
    assert!(left <= 50, "{left} ms are left");
    play.apply(Happened::Interrupted {
        path: ask.path,
        stop: stop.clone(),
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        (play.status(), play.machine.state().stop()),
        (Status::Stopped, Some(&stop))
    );
}

#[test]
fn the_same_calls_again_and_again_are_a_loop() {
    let mut rules = rules();
    rules.loop_guard = Some(3);
    let mut play = Play::start(rules);
    play.ask();
    for round in 1..=3 {
        // The order of the members makes no difference.
        let input = if round == 2 {
            r#"{"b":2,"a":1}"#
        } else {
            r#"{"a":1,"b":2}"#
        };
        play.answer(Response::calls([ToolCall::new("c", "look", input)]));
        play.check_all();
        let id = play.work()[0].call().id.clone();
        play.settle(&id, "1");
        if round < 3 {
            play.ask();
        }
    }
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.machine.state().stop(), Some(&Stop::Loop { rounds: 3 }));
}

#[test]
fn a_condition_of_the_apps_stops_the_run_with_its_reason() {
    let mut rules = rules();
    rules.conditions.push(Condition::new(|turn| {
        let spent = turn.usage().total_tokens;
        (turn.step() == 2).then(|| format!("{spent} tokens are enough"))
    }));
    let mut play = Play::start(rules);
    play.ask();
    let call = ToolCall::new("c1", "a", "{}");
    play.answer(Response::calls([call]).with_usage(Usage::of_tokens(3, 4)));
    play.check_all();
    play.work();
    play.settle("c1", "1");
    assert!(matches!(play.next(), Action::Done));
    let reason = "7 tokens are enough".to_owned();
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::Condition { reason })
    );
}

#[test]
fn a_condition_that_panics_stops_the_run() {
    let mut rules = rules();
    rules.conditions.push(Condition::new(|_| panic!("oh")));
    let mut play = Play::start(rules);
    play.ask();
    step(&mut play, Settlement::output(RawJson::null()));
    assert!(matches!(play.next(), Action::Done));
    let reason = "the condition panicked".to_owned();
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::Condition { reason })
    );
}

#[test]
fn a_last_turn_that_pauses_is_the_last_all_the_same() {
    let mut play = with_last_turn();
    play.ask();
    let mut thinking = Response::text("thinking");
    thinking.finish = FinishReason::PauseTurn;
    play.answer(thinking);
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::MaxSteps { limit: 1 })
    );
}
