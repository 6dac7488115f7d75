//! What people supply: for interactive tools, and for tools that make their output of it.

use crate::json::RawJson;
use crate::run::*;

use super::play::{Play, decisions, executed, reject, results, rules};

fn json(text: &str) -> RawJson {
    RawJson::parse(text).unwrap()
}

/// The tool of `c1` is executed first, or not; it makes the output of what is supplied, or not.
fn supplied(interactive: bool, responds: bool) -> Play {
    let mut play = Play::start(rules());
    play.ask();
    play.calls(&["form"]);
    play.work();
    let mut supply = Supply::new(json(r#"{"type":"integer"}"#));
    supply.interactive = interactive;
    supply.responds = responds;
    play.checked(
        "c1",
        Verdict::Valid {
            approval: None,
            supply: Some(supply),
        },
    );
    play
}

fn handed_over() -> Settlement {
    let mut settlement = Settlement::new(Ok(Given::HandedOver("who are you?".into())));
    settlement.progress = vec![json("1")];
    settlement
}

#[test]
fn an_interactive_tool_is_claimed_and_may_give_its_output_at_once() {
    let mut play = supplied(true, false);
    assert_eq!(executed(&play.work()), [("c1", 1, "run/c1")]);
    play.settle("c1", "7");
    assert_eq!(results(&play.ask())[0].output.as_str(), "7");
}

#[test]
fn what_it_hands_over_a_person_supplies_in_its_form() {
    let mut play = supplied(true, false);
    play.work();
    play.settle_with("c1", handed_over());
    assert!(matches!(play.next(), Action::Done));
    let pending = play.machine.state().pause().unwrap().pending[0].clone();
    assert_eq!(
        (
            pending.kind,
            pending.reason.as_str(),
            pending.form.unwrap().as_str()
        ),
        (
            PendingKind::Interactive,
            "who are you?",
            r#"{"type":"integer"}"#
        )
    );
    let unfit = play.crash_and_resume(decisions([("c1", Decision::Output(json(r#""x""#)))]));
    assert!(matches!(
        unfit,
        Err(DecisionError::Unfit { what: "output", .. })
    ));
    play.crash_and_resume(decisions([("c1", Decision::Output(json("7")))]))
        .unwrap();
    assert_eq!(results(&play.ask())[0].output.as_str(), "7");
    let call = play.machine.state().call("c1").unwrap();
    assert_eq!((call.attempts(), call.progress()), (1, &[json("1")][..]));
}

#[test]
fn a_handed_over_call_may_be_rejected() {
    let mut play = supplied(true, true);
    play.work();
    play.settle_with("c1", handed_over());
    play.next();
    play.crash_and_resume(decisions([("c1", reject("nobody"))]))
        .unwrap();
    assert_eq!(
        results(&play.ask())[0].output.as_str(),
        r#"{"error":"nobody"}"#
    );
}

#[test]
fn a_tool_makes_its_output_of_what_is_supplied_in_a_claimed_execution() {
    for interactive in [true, false] {
        let mut play = supplied(interactive, true);
        if interactive {
            play.work();
            play.settle_with("c1", handed_over());
        }
        play.next();
        play.crash_and_resume(decisions([("c1", Decision::Output(json("7")))]))
            .unwrap();
        let work = play.work();
        let [
            Work::Execute {
                attempt,
                supplied,
                idempotency_key,
                ..
            },
        ] = &work[..]
        else {
            panic!("an execution was expected: {work:?}");
        };
        assert_eq!(
            (*attempt, supplied, idempotency_key.as_str()),
            (1, &Some(json("7")), "run/c1/response")
        );
        // A crash leaves it in doubt, and it is made of the same again.
        play.crash_and_resume(Decisions::default()).unwrap();
        play.next();
        assert_eq!(play.pending(), ["c1 InDoubt"]);
        play.crash_and_resume(decisions([("c1", Decision::Rerun)]))
            .unwrap();
        assert!(
            matches!(&play.work()[..], [Work::Execute { supplied, .. }] if *supplied == Some(json("7")))
        );
        play.settle("c1", "14");
        assert_eq!(results(&play.ask())[0].output.as_str(), "14");
    }
}

#[test]
fn the_output_of_a_call_in_doubt_is_not_made_into_another() {
    let mut play = supplied(true, true);
    play.work();
    play.crash_and_resume(Decisions::default()).unwrap();
    play.next();
    play.crash_and_resume(decisions([("c1", Decision::Output(json(r#""done""#)))]))
        .unwrap();
    assert_eq!(results(&play.ask())[0].output.as_str(), r#""done""#);
}
