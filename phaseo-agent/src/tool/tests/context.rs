//! The app's context, and what an execution asks of its run.

use super::*;

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Basket {
    items: u32,
}

fn with_context(json: &str) -> Facts {
    Facts {
        context: Some(RawJson::parse(json).unwrap()),
        ..facts()
    }
}

#[test]
fn what_the_execution_set_hides_what_the_run_had() {
    let facts = with_context(r#"{"items":1}"#);
    let outbox = facts.outbox.clone();
    let context = ToolContext::new(facts);
    assert_eq!(context.context::<Basket>().unwrap(), Basket { items: 1 });
    let extracted = RunContext::<Basket>::extract(&context).unwrap();
    extracted.set(&Basket { items: 2 }).unwrap();
    assert_eq!(context.context::<Basket>().unwrap(), Basket { items: 2 });
    context.set_context(&Basket { items: 3 }).unwrap();
    assert_eq!(extracted.get().unwrap(), Basket { items: 3 });
    let set = outbox.take().context.unwrap();
    assert_eq!(set.as_str(), r#"{"items":3}"#);
    assert_eq!(outbox.take(), Default::default());
}

#[test]
fn a_run_without_a_context_has_null() {
    let context = context();
    assert_eq!(context.context::<Option<Basket>>().unwrap(), None);
    let error = context.context::<Basket>().unwrap_err();
    assert_eq!(error.severity(), Severity::Fatal);
    assert_eq!(
        error.to_string(),
        "the run has no context, and one is needed of type `phaseo_agent::tool::tests::context::Basket`: supply it with \
         `.context(..)`"
    );
}

#[test]
fn a_context_of_another_type_is_an_error() {
    let context = ToolContext::new(with_context(r#"{"items":"many"}"#));
    let error = context.context::<Basket>().unwrap_err().to_string();
    let begin = "the run's context is not of type `phaseo_agent::tool::tests::context::Basket`: invalid type";
    assert!(error.starts_with(begin), "{error}");
}

#[test]
fn the_next_turn_is_the_last_that_was_set() {
    let facts = facts();
    let outbox = facts.outbox.clone();
    let context = ToolContext::new(facts);
    context.set_next_turn(NextTurn::new().model("small").top_p(0.5));
    context.set_next_turn(NextTurn::new().model("large"));
    let expected = NextTurn::new().model("large").top_p(0.5);
    assert_eq!(outbox.take().next_turn, Some(expected));
}

#[test]
fn the_first_reason_to_cancel_a_run_stays() {
    let token = CancellationToken::new();
    let call_off = CallOff::new(token.clone());
    let context = ToolContext::new(Facts {
        call_off: call_off.clone(),
        ..facts()
    });
    assert_eq!(call_off.reason(), None);
    context.cancel_run("the shop closed");
    context.cancel_run("too late");
    assert!(token.is_cancelled());
    assert_eq!(call_off.reason().as_deref(), Some("the shop closed"));
}
