//! What a question has beside the conversation: plans, overrides, next turns, context, last turns.

use crate::item::ToolCall;
use crate::json::RawJson;
use crate::model::{Response, ToolChoice};
use crate::run::*;
use crate::tool::NextTurn;

use super::play::{Play, decisions, reject, rules, said};
use super::{approve, gated, ready};

fn text(text: &str) -> RawJson {
    RawJson::of(text).unwrap()
}

fn next_turn(next_turn: NextTurn) -> Settlement {
    let mut settlement = Settlement::output(RawJson::null());
    settlement.next_turn = next_turn;
    settlement
}

/// A call is executed and comes out like this.
pub(super) fn step(play: &mut Play, settlement: Settlement) {
    play.calls(&["a"]);
    play.check_all();
    let work = play.work();
    play.settle_with(&work[0].call().id.clone(), settlement);
}

#[test]
fn what_a_call_says_of_the_next_turn_holds_for_one_question() {
    let mut play = Play::start(rules());
    play.ask();
    step(
        &mut play,
        next_turn(NextTurn::new().temperature(0.2).model("big").tools(["a"])),
    );
    let ask = play.ask();
    assert_eq!((&*ask.model, ask.sampling.temperature), ("big", Some(0.2)));
    assert_eq!(ask.tools, Some(vec!["a".to_owned()]));
    step(&mut play, Settlement::output(RawJson::null()));
    let ask = play.ask();
    assert_eq!(
        (&*ask.model, ask.sampling.temperature, ask.tools),
        ("m", None, None)
    );
}

#[test]
fn of_several_calls_the_last_in_the_models_order_says_what_the_next_turn_has() {
    let mut rules = rules();
    rules.tool_concurrency = 2;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["a", "b"]);
    play.check_all();
    play.work();
    play.settle_with("c2", next_turn(NextTurn::new().temperature(0.9)));
    play.settle_with("c1", next_turn(NextTurn::new().temperature(0.1).top_p(0.5)));
    let sampling = play.ask().sampling;
    assert_eq!(
        (sampling.temperature, sampling.top_p),
        (Some(0.9), Some(0.5))
    );
}

#[test]
fn the_next_turn_and_the_context_survive_a_pause() {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["a", "gated"]);
    play.work();
    play.checked("c1", ready());
    play.checked("c2", gated("money".into()));
    play.work();
    let mut settlement = next_turn(NextTurn::new().temperature(0.2));
    settlement.context = Some(text("new"));
    play.settle_with("c1", settlement);
    play.next();
    play.crash_and_resume(decisions([("c2", approve())]))
        .unwrap();
    let work = play.work();
    assert!(
        matches!(&work[..], [Work::Execute { context: None, .. }]),
        "a step sees the context as it began"
    );
    play.settle("c2", "2");
    assert_eq!(play.ask().sampling.temperature, Some(0.2));
    assert_eq!(
        play.machine.state().root().context_json(),
        Some(&text("new"))
    );
}

#[test]
fn the_last_call_that_set_the_context_wins_whichever_finished_last() {
    let mut rules = rules();
    rules.tool_concurrency = 3;
    let mut play = Play::start(rules);
    play.ask();
    play.calls(&["a", "b", "c"]);
    play.check_all();
    play.work();
    for (call, context) in [("c3", None), ("c2", Some("two")), ("c1", Some("one"))] {
        let mut settlement = Settlement::output(RawJson::null());
        settlement.context = context.map(text);
        play.settle_with(call, settlement);
    }
    play.ask();
    assert_eq!(
        play.machine.state().root().context_json(),
        Some(&text("two"))
    );
}

#[test]
fn a_question_is_planned_once_and_asked_again_the_same() {
    let mut rules = rules();
    rules.plans_turns = true;
    let mut play = Play::start(rules);
    assert!(matches!(play.next(), Action::PlanTurn(path) if path.is_empty()));
    play.apply(Happened::Planned {
        path: Path::default(),
        settings: Ok(NextTurn::new().model("planned").instructions("Be brief.")),
    });
    let ask = play.ask();
    assert_eq!(
        (&*ask.model, ask.instructions.as_deref()),
        ("planned", Some("Be brief."))
    );
    play.crash_and_resume(Decisions::default()).unwrap();
    let ask = play.ask();
    assert_eq!(
        (&*ask.model, ask.instructions.as_deref(), ask.step),
        ("planned", Some("Be brief."), 1)
    );
    play.calls(&["a"]);
    play.check_all();
    play.work();
    play.settle("c1", "1");
    assert!(
        matches!(play.next(), Action::PlanTurn(_)),
        "the next step is planned anew"
    );
}

#[test]
fn a_plan_that_fails_fails_the_run_before_anything_is_asked() {
    let mut rules = rules();
    rules.plans_turns = true;
    let mut play = Play::start(rules);
    play.next();
    play.apply(Happened::Planned {
        path: Path::default(),
        settings: Err(Failure::agent("it panicked: oh")),
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.facts(), ["started", "failed"]);
}

#[test]
fn what_is_said_of_one_run_beats_the_agent_and_a_tool_beats_both() {
    let mut rules = rules();
    rules.sampling.temperature = Some(1.0);
    let mut play = Play::start(rules);
    assert_eq!(play.ask().sampling.temperature, Some(1.0));
    let overrides = Overrides {
        settings: NextTurn::new().temperature(0.5).model("other"),
        max_steps: Some(2),
        ..Overrides::default()
    };
    play.taken_up(Instructions {
        overrides,
        ..Instructions::default()
    });
    let ask = play.ask();
    assert_eq!(
        (&*ask.model, ask.sampling.temperature),
        ("other", Some(0.5))
    );
    step(&mut play, next_turn(NextTurn::new().temperature(0.1)));
    let ask = play.ask();
    assert_eq!(
        (&*ask.model, ask.sampling.temperature),
        ("other", Some(0.1))
    );
    step(&mut play, Settlement::output(RawJson::null()));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::MaxSteps { limit: 2 })
    );
}

#[test]
fn a_rejected_call_that_is_repeated_at_once_is_rejected_again() {
    let mut play = Play::start(rules());
    play.ask();
    play.answer(Response::calls([ToolCall::new(
        "c1",
        "pay",
        r#"{"to":"ada"}"#,
    )]));
    play.work();
    play.checked("c1", gated("money".into()));
    play.next();
    play.crash_and_resume(decisions([("c1", reject("Not today."))]))
        .unwrap();
    play.ask();
    play.answer(Response::calls([
        ToolCall::new("c2", "pay", r#"{ "to": "ada" }"#),
        ToolCall::new("c3", "pay", r#"{"to":"bob"}"#),
    ]));
    let work = play.work();
    assert_eq!(work.len(), 1, "only the other one is checked");
    play.checked("c3", ready());
    play.work();
    play.settle("c3", "1");
    play.ask();
    let reason = "Not today.".to_owned();
    assert_eq!(play.outcome("c2"), Some(CallOutcome::Rejected { reason }));
    // Not at once any more.
    play.answer(Response::calls([ToolCall::new(
        "c4",
        "pay",
        r#"{"to":"bob"}"#,
    )]));
    assert_eq!(play.work().len(), 1);
}

#[test]
fn a_long_output_is_kept_whole_and_read_in_part() {
    let mut rules = rules();
    rules.max_output_chars = Some(4);
    let mut play = Play::start(rules);
    play.ask();
    step(&mut play, Settlement::output(text("abcdefgh")));
    let ask = play.ask();
    let read = super::play::results(&ask)[0].output.to_text();
    assert_eq!(
        read,
        "abc\n[... 4 of 8 characters are left out here ...]\nh"
    );
    assert_eq!(
        play.outcome("c1"),
        Some(CallOutcome::Output(text("abcdefgh")))
    );
}

/// A run that was called off while its model was asked, and that is told something now.
fn told_before_an_answer(rules: Rules) -> Play {
    let mut play = Play::start(rules);
    play.ask();
    play.apply(Happened::Cancelled { reason: None });
    assert!(matches!(play.next(), Action::Done));
    play.taken_up(said("Rather this."));
    let ask = play.ask();
    assert_eq!((ask.step, ask.transcript.messages().len()), (1, 2));
    play
}

#[test]
fn an_accepted_answer_ends_the_run_when_something_was_said_before_it_came() {
    let mut play = told_before_an_answer(rules());
    play.answer_under_review(&[], Response::text("a"), Some(Review::new("look")));
    assert!(matches!(play.next(), Action::Done));
    play.crash_and_resume(decisions([("review_1", approve())]))
        .unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Completed);
    assert_eq!(play.machine.state().answer(), Some(&text("a")));
}

#[test]
fn a_limit_of_tool_calls_holds_when_something_was_said_before_the_answer() {
    let mut rules = rules();
    rules.limits = Limits::new().tool_call("a");
    let mut play = told_before_an_answer(rules);
    step(&mut play, Settlement::output(RawJson::null()));
    assert!(matches!(play.next(), Action::Done));
    let name = "a".to_owned();
    assert_eq!(play.machine.state().stop(), Some(&Stop::ToolCall { name }));
}

#[test]
fn a_required_choice_is_relaxed_when_something_was_said_before_the_answer() {
    let mut rules = rules();
    rules.tool_choice = ToolChoice::Required;
    let mut play = told_before_an_answer(rules);
    step(&mut play, Settlement::output(RawJson::null()));
    assert_eq!(play.ask().tool_choice, ToolChoice::Auto);
}

#[test]
fn a_step_counts_once_when_something_was_said_before_its_answer() {
    let mut rules = rules();
    rules.max_steps = 2;
    let mut play = told_before_an_answer(rules);
    step(&mut play, Settlement::output(RawJson::null()));
    assert_eq!(play.ask().step, 2);
    play.answer(Response::calls([ToolCall::new("c2", "a", "{}")]));
    play.check_all();
    play.work();
    play.settle("c2", "1");
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        play.machine.state().stop(),
        Some(&Stop::MaxSteps { limit: 2 })
    );
}
