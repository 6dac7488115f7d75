//! `#[tool(manual)]`, `#[tool(interactive)]` and `on_response`.

use phaseo_agent::ErrorKind;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{CallOutcome, PendingKind};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::{Kind, Options};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::calls;

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema, garde::Validate)]
struct LegacyTicket {
    #[garde(length(min = 3), custom(is_upper))]
    id: String,
}

/// A rule that no schema states.
fn is_upper(id: &str, (): &()) -> garde::Result {
    match id.chars().all(char::is_uppercase) {
        true => Ok(()),
        false => Err(garde::Error::new("has a small letter")),
    }
}

/// Look a ticket up in the old system. A person does it.
#[tool(manual)]
async fn legacy_lookup(
    /// The ticket's ID.
    #[garde(length(min = 3))]
    ticket_id: String,
) -> LegacyTicket;

#[derive(Deserialize, JsonSchema)]
struct Price {
    cents: u32,
}

/// Ask the sales desk for a price in euros.
#[tool(manual, on_response = priced)]
async fn ask_sales(item: String) -> String;

async fn priced(price: Price, context: ToolContext) -> Result<String, &'static str> {
    match price.cents {
        0 => Err("nothing is free"),
        cents => Ok(format!(
            "{}: {}.{:02}",
            context.call().name,
            cents / 100,
            cents % 100
        )),
    }
}

/// Give money back.
#[tool(interactive, on_error = "return-to-model")]
async fn refund(cents: i32) -> Result<Interactive<Refunded>, &'static str> {
    match cents {
        ..0 => Err("less than nothing"),
        0..=10_000 => Ok(Interactive::Done(Refunded { cents })),
        _ => Ok(Interactive::pending("more than the desk may give back")),
    }
}

#[derive(Serialize, Deserialize, JsonSchema, garde::Validate)]
struct Refunded {
    #[garde(range(min = 1))]
    cents: i32,
}

/// Choose a colour.
#[tool(interactive, on_response = chosen)]
async fn choose_colour() -> Interactive<String> {
    Interactive::pending("which colour?")
}

async fn chosen(number: u8, _context: ToolContext) -> Result<String, ToolError> {
    Ok(["red", "green"][usize::from(number)].to_owned())
}

/// You work at a desk.
#[agent(
    model = "test/model",
    tools(legacy_lookup, ask_sales, refund, choose_colour)
)]
async fn clerk() -> Prompt<String> {
    Prompt::user("Work.")
}

/// An agent whose model calls a tool once.
fn calling(tool: &str, arguments: &str) -> Agent<ClerkInput, String> {
    let model = ScriptedModel::new([calls([("c1", tool, arguments)]), Response::text("done")]);
    clerk::agent()
        .client(model)
        .build()
        .expect("the agent is complete")
}

/// Why a decision cannot be taken.
fn refusal(resumed: Result<Run<String>>) -> String {
    let error = resumed.expect_err("it is refused");
    match error.kind() {
        ErrorKind::Decision(decision) => decision.to_string(),
        _ => panic!("{error:?}"),
    }
}

fn outcome(run: &Run<String>) -> &CallOutcome {
    let call = run.state().call("c1").expect("it was called");
    call.outcome().expect("it was settled")
}

fn output(run: &Run<String>) -> &str {
    match outcome(run) {
        CallOutcome::Output(output) => output.as_str(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_manual_tool_is_a_type_and_an_input_without_a_function() {
    let tool = Tool::from(legacy_lookup {});
    assert_eq!(tool.options(), &Options::new().manual());
    assert_eq!(
        tool.input_schema().tree()["properties"]["ticket_id"],
        json!({"type": "string", "description": "The ticket's ID.", "minLength": 3})
    );
    assert_eq!(
        tool.output_schema().tree(),
        &json!({"type": "object", "properties": {"id": {"type": "string", "minLength": 3}}, "required": ["id"]})
    );
    let input = LegacyLookupInput {
        ticket_id: "T-9".to_owned(),
    };
    assert_eq!(input.ticket_id, "T-9");
    // The name of the function is free.
    fn legacy_lookup() -> u8 {
        1
    }
    assert_eq!(legacy_lookup(), 1);
}

#[tokio::test]
async fn a_manual_call_waits_for_an_output_that_fits() {
    let agent = calling("legacy_lookup", r#"{"ticket_id":"T-9"}"#);
    let run = agent.run(()).await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(pause.pending[0].kind, PendingKind::Manual);

    for (id, issue) in [
        ("T", "must have at least 3 characters, has 1"),
        ("TTt", "has a small letter"),
    ] {
        let refused = agent.resume(run.id()).output("c1", json!({ "id": id }));
        assert_eq!(
            refusal(refused.await),
            format!("the output for the call `c1` is not valid: id: {issue}")
        );
    }

    let ticket = LegacyTicket {
        id: "TTT".to_owned(),
    };
    let run = agent.resume(run.id()).output("c1", ticket).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(output(&run), r#"{"id":"TTT"}"#);
}

#[tokio::test]
async fn a_response_makes_the_output_of_what_is_supplied() {
    let agent = calling("ask_sales", r#"{"item":"tea"}"#);
    let run = agent.run(()).await.unwrap();
    let run = agent
        .resume(run.id())
        .output("c1", json!({"cents": 1999}))
        .await
        .unwrap();
    assert_eq!(output(&run), r#""ask_sales: 19.99""#);

    let agent = calling("ask_sales", r#"{"item":"tea"}"#);
    let run = agent.run(()).await.unwrap();
    let text = agent.resume(run.id()).output("c1", "19.99").await;
    assert_eq!(
        refusal(text),
        "the output for the call `c1` is not valid: expected object, found \"19.99\""
    );
    let free = agent
        .resume(run.id())
        .output("c1", json!({"cents": 0}))
        .await;
    let error = free.unwrap_err();
    assert!(
        format!("{error:?}").contains("nothing is free"),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_interactive_tool_gives_its_output_or_hands_over() {
    assert_eq!(Tool::from(refund {}).options().kind, Kind::Interactive);
    let run = calling("refund", r#"{"cents":500}"#).run(()).await.unwrap();
    assert_eq!(output(&run), r#"{"cents":500}"#);

    for (cents, message) in [
        (0, "the output is not valid: cents: lower than 1"),
        (-1, "less than nothing"),
    ] {
        let arguments = json!({"cents": cents}).to_string();
        let run = calling("refund", &arguments).run(()).await.unwrap();
        assert!(
            matches!(outcome(&run), CallOutcome::Failed { told, .. } if told == message),
            "{:?}",
            outcome(&run)
        );
    }

    let agent = calling("refund", r#"{"cents":50000}"#);
    let run = agent.run(()).await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(pause.pending[0].reason, "more than the desk may give back");
    let nothing = agent
        .resume(run.id())
        .output("c1", Refunded { cents: 0 })
        .await;
    assert_eq!(
        refusal(nothing),
        "the output for the call `c1` is not valid: cents: must be at least 1"
    );
    let run = agent
        .resume(run.id())
        .output("c1", Refunded { cents: 100 })
        .await
        .unwrap();
    assert_eq!(output(&run), r#"{"cents":100}"#);
}

#[tokio::test]
async fn an_interactive_tool_can_take_something_else_than_its_output() {
    let agent = calling("choose_colour", "{}");
    let run = agent.run(()).await.unwrap();
    let run = agent.resume(run.id()).output("c1", 1).await.unwrap();
    assert_eq!(output(&run), r#""green""#);
}

#[derive(Serialize, JsonSchema, garde::Validate)]
struct Unread {
    #[garde(length(min = 3))]
    id: String,
}

/// Its output states a rule, and cannot be read to check it.
#[tool(manual)]
async fn unread() -> Unread;

/// You look.
#[agent(model = "test/model", tools(unread))]
async fn looker() -> Prompt<String> {
    Prompt::user("Look.")
}

#[test]
fn rules_of_what_is_supplied_that_nothing_checks_are_refused() {
    let error = looker::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(
        problems,
        &[
            "the schema of what is supplied for `unread` states rules for `id` that nothing checks: state them with \
           `#[garde(..)]` of the garde version that phaseo-agent re-exports, and derive `serde::Deserialize` beside \
           `garde::Validate`"
        ]
    );
}
