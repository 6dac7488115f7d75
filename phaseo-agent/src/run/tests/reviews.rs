//! Answers that a person looks at.

use crate::item::Message;
use crate::json::RawJson;
use crate::model::Response;
use crate::run::*;

use super::approve;
use super::play::{Play, decisions, reject, rules};

/// A run whose answer waits for a person.
fn under_review() -> Play {
    let mut play = Play::start(rules());
    play.ask();
    let review = Review::new("it promises something").payload(["page 2"]);
    play.answer_under_review(&[], Response::text("we guarantee it"), Some(review));
    assert!(matches!(play.next(), Action::Done));
    play
}

fn said(text: &str) -> Instructions {
    Instructions {
        said: Some((std::sync::Arc::new([text.into()]), Some("ada".into()))),
        ..Instructions::default()
    }
}

#[test]
fn a_review_pauses_the_run_before_it_ends() {
    let play = under_review();
    assert_eq!(play.status(), Status::WaitingForHuman);
    let pending = &play.machine.state().pause().unwrap().pending[0];
    assert_eq!(
        (pending.id.as_str(), pending.kind, pending.input.as_str()),
        ("review_1", PendingKind::HumanReview, r#"["page 2"]"#)
    );
    assert_eq!(play.machine.state().answer(), None);
    assert_eq!(
        play.facts(),
        ["started", "asked", "answered", "review asked", "paused"]
    );
}

#[test]
fn an_accepted_answer_ends_the_run() {
    let mut play = under_review();
    play.crash_and_resume(decisions([("review_1", approve())]))
        .unwrap();
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Completed);
    assert_eq!(
        play.machine.state().answer().unwrap().as_str(),
        r#""we guarantee it""#
    );
}

#[test]
fn a_rejected_answer_goes_back_with_the_reason() {
    let mut play = under_review();
    play.crash_and_resume(decisions([("review_1", reject("Promise nothing."))]))
        .unwrap();
    let ask = play.ask();
    let last = ask.transcript.messages().last().cloned();
    assert_eq!(
        last,
        Some(Message::User(std::sync::Arc::new([
            "Promise nothing.".into()
        ])))
    );
    play.answer(Response::text("we try"));
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Completed);
}

#[test]
fn what_somebody_says_instead_goes_to_the_model() {
    let mut play = under_review();
    play.taken_up(said("Shorter, please."));
    let ask = play.ask();
    assert_eq!((ask.step, ask.transcript.messages().len()), (2, 3));
}

#[test]
fn a_review_is_not_decided_by_an_output_or_by_another_input() {
    for decision in [
        Decision::Output(RawJson::null()),
        Decision::Approve {
            input: Some(RawJson::null()),
        },
        Decision::Rerun,
    ] {
        let mut play = under_review();
        let error = play
            .crash_and_resume(decisions([("review_1", decision)]))
            .unwrap_err();
        assert!(matches!(error, DecisionError::WrongKind { .. }), "{error}");
    }
}

#[test]
fn a_review_without_a_decision_stays() {
    let mut play = under_review();
    let length = play.saved.len();
    play.taken_up(Instructions::default());
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(
        (play.status(), play.saved.len()),
        (Status::WaitingForHuman, length)
    );
}

#[test]
fn answers_with_calls_and_answers_that_do_not_fit_are_not_reviewed() {
    let mut play = Play::start(rules());
    play.ask();
    let call = crate::item::ToolCall::new("c1", "look", "{}");
    play.answer_under_review(&[], Response::calls([call]), Some(Review::new("look")));
    play.check_all();
    play.work();
    play.settle("c1", "1");
    play.ask();
    play.apply(Happened::Answered {
        path: Path::default(),
        response: Response::text("no JSON"),
        answer: Err(vec![crate::schema::Issue::new("", "no JSON")]),
        review: Some(Review::new("look")),
    });
    assert!(matches!(play.next(), Action::Done));
    assert_eq!(play.status(), Status::Stopped);
}
