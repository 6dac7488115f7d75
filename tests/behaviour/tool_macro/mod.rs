//! What a tool made by `#[tool]` is and does at run time.

mod approval;
mod options;
mod schema_file;
mod streaming;
mod supplied;

use std::time::Duration;

use phaseo_agent::ErrorKind;
use phaseo_agent::item::ToolCall;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::CallOutcome;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::{Gate, OnError, Options};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone)]
struct Desk;

#[derive(Debug, PartialEq, Serialize, JsonSchema, garde::Validate)]
struct Ticket {
    #[garde(length(max = 8))]
    id: String,
}

#[derive(Deserialize, JsonSchema, garde::Validate)]
struct Address {
    #[garde(length(min = 2))]
    city: String,
}

/// Load one internal support ticket.
///
/// Use it first.
#[tool(timeout = "3s", on_error = "return-to-model", idempotent)]
async fn fetch_ticket(
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    ticket_id: String,
    #[serde(default)] count: u8,
    #[serde(rename = "replyTo")]
    #[garde(length(min = 1))]
    reply_to: Option<String>,
    r#type: Kind,
    addresses: Vec<Address>,
    State(_desk): State<Desk>,
    context: ToolContext,
) -> Result<Ticket, &'static str> {
    match (count, r#type, reply_to, addresses.len()) {
        (9, ..) => Err("nine is too many"),
        _ => Ok(Ticket {
            id: format!("{ticket_id}#{}", context.attempt()),
        }),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Bug,
    Wish,
}

/// Deploy a release.
#[tool(name = "deploy-release", approval = true, on_error = "fail-run")]
async fn deploy() {}

#[test]
fn a_tool_is_what_its_attribute_says() {
    let tool = Tool::from(fetch_ticket {});
    assert_eq!(tool.name(), "fetch_ticket");
    assert_eq!(
        tool.description(),
        "Load one internal support ticket.\n\nUse it first."
    );
    let expected = Options::new()
        .timeout(Duration::from_secs(3))
        .on_error(OnError::ReturnToModel)
        .idempotent();
    assert_eq!(tool.options(), &expected);

    let tool = Tool::from(deploy {});
    assert_eq!(tool.name(), "deploy-release");
    assert_eq!(
        tool.options(),
        &Options::new().require_approval().on_error(OnError::FailRun)
    );
    assert_eq!(tool.options().approval, Gate::Always);
}

#[test]
fn the_schemas_are_those_of_the_parameters_and_of_the_value() {
    let tool = Tool::from(fetch_ticket {});
    assert_eq!(
        tool.input_schema().tree(),
        &json!({
            "type": "object",
            "properties": {
                "ticket_id": {
                    "type": "string",
                    "description": "The ticket's ID, such as `T-42`.",
                    "minLength": 3,
                    "maxLength": 12,
                },
                "count": {"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255, "default": 0},
                "replyTo": {"type": ["string", "null"], "minLength": 1},
                "type": {"$ref": "#/$defs/Kind"},
                "addresses": {"type": "array", "items": {"$ref": "#/$defs/Address"}},
            },
            "required": ["ticket_id", "type", "addresses"],
            "additionalProperties": false,
            "$defs": {
                "Kind": {"type": "string", "enum": ["bug", "wish"]},
                "Address": {
                    "type": "object",
                    "properties": {"city": {"type": "string", "minLength": 2}},
                    "required": ["city"],
                },
            },
        })
    );
    assert_eq!(
        tool.output_schema().tree(),
        &json!({"type": "object", "properties": {"id": {"type": "string", "maxLength": 8}}, "required": ["id"]})
    );

    let tool = Tool::from(deploy {});
    assert_eq!(
        tool.input_schema().tree(),
        &json!({"type": "object", "additionalProperties": false})
    );
    assert_eq!(tool.output_schema().tree(), &json!({"type": "null"}));
}

/// You triage tickets.
#[agent(model = "test/model", tools(fetch_ticket))]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// The outcome of one call of `fetch_ticket`, and what the model was asked after it.
async fn called(arguments: &Value) -> (CallOutcome, ScriptedModel) {
    let call = ToolCall::new("call_1", "fetch_ticket", arguments.to_string());
    let model = ScriptedModel::new([Response::calls([call]), Response::text("Done.")]);
    let agent = triage::agent()
        .client(model.clone())
        .state(Desk)
        .build()
        .expect("the agent is complete");
    let run = agent.run("T-42").await.expect("the run ends");
    let outcome = run
        .state()
        .call("call_1")
        .and_then(|call| call.outcome())
        .cloned();
    (outcome.expect("the call was settled"), model)
}

fn told(outcome: &CallOutcome) -> &str {
    match outcome {
        CallOutcome::Failed { told, .. } => told,
        other => panic!("expected a failure, found {other:?}"),
    }
}

fn output(outcome: &CallOutcome) -> &str {
    match outcome {
        CallOutcome::Output(output) => output.as_str(),
        other => panic!("expected an output, found {other:?}"),
    }
}

#[tokio::test]
async fn a_valid_call_reaches_the_function() {
    let arguments = json!({"ticket_id": "T-42", "type": "bug", "addresses": [{"city": "Ulm"}]});
    assert_eq!(output(&called(&arguments).await.0), r#"{"id":"T-42#1"}"#);
}

#[tokio::test]
async fn every_rule_is_checked_and_every_path_and_the_schema_are_told() {
    let arguments = json!({"ticket_id": "T", "replyTo": "", "type": "wish", "addresses": [{"city": "Ulm"}, {"city": "U"}]});
    let (outcome, model) = called(&arguments).await;
    let told = told(&outcome);
    let (issues, schema) = told.split_once(" Expected JSON of this schema: ").unwrap();
    assert_eq!(
        issues,
        "the arguments of `fetch_ticket` are not valid: addresses[1].city: length is lower than 2; \
         replyTo: length is lower than 1; ticket_id: length is lower than 3."
    );
    let schema: Value = serde_json::from_str(schema).unwrap();
    assert_eq!(&schema, Tool::from(fetch_ticket {}).input_schema().tree());

    let asked = model.requests();
    let result = format!("{:?}", asked[1].transcript.messages().last().unwrap());
    assert!(
        result.contains("replyTo: length is lower than 1"),
        "{result}"
    );
}

#[tokio::test]
async fn what_serde_refuses_is_told_with_every_path() {
    let arguments = json!({"ticket_id": 7, "type": "question", "adresses": []});
    let (outcome, _) = called(&arguments).await;
    let (issues, _) = told(&outcome)
        .split_once(" Expected JSON of this schema: ")
        .unwrap();
    // In which order a schema lists its properties depends on a feature of serde_json.
    for issue in [
        "addresses: is missing; ",
        "adresses: is unknown; expected `",
        "ticket_id: expected string, found 7",
        r#"type: expected one of "bug", "wish", found "question""#,
    ] {
        assert!(issues.contains(issue), "{issue} in {issues}");
    }
}

#[tokio::test]
async fn the_error_of_the_function_is_told() {
    let arguments = json!({"ticket_id": "T-42", "count": 9, "type": "bug", "addresses": []});
    assert_eq!(told(&called(&arguments).await.0), "nine is too many");
}

#[tokio::test]
async fn an_output_that_breaks_its_rules_is_a_failure() {
    let arguments = json!({"ticket_id": "T-424242", "type": "bug", "addresses": []});
    assert_eq!(
        told(&called(&arguments).await.0),
        "the output is not valid: id: length is greater than 8"
    );
}

#[tokio::test]
async fn the_function_stays_a_function() {
    deploy().await;
    assert_eq!(sum(1, 2).await, 3);
    let SumInput { left, right } = SumInput { left: 2, right: 2 };
    assert_eq!(sum(left, right).await, 4);
}

/// Add two numbers.
#[tool]
async fn sum(left: u8, right: u8) -> u8 {
    left + right
}

/// Ask for a place.
#[tool]
async fn place(
    #[schemars(length(max = 3))] code: String,
    #[garde(skip)] address: Address,
    #[garde(length(min = 1))] name: String,
) -> String {
    format!("{code}{}{name}", address.city)
}

/// You find places.
#[agent(model = "test/model", tools(place, fetch_ticket))]
async fn finder(place: String) -> Prompt<String> {
    Prompt::user(place)
}

#[test]
fn rules_that_nothing_checks_and_states_that_nobody_supplies_are_refused() {
    let error = finder::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    let mut problems = problems.clone();
    problems.sort();
    let unchecked = |property| {
        format!(
            "the schema of `place` states rules for `{property}` that nothing checks: state them with `#[garde(..)]` \
             of the garde version that phaseo-agent re-exports"
        )
    };
    assert_eq!(
        problems,
        [
            unchecked("address"),
            unchecked("code"),
            "the tool `fetch_ticket` needs a state of type `behaviour::tool_macro::Desk`: supply it with `.state(..)`".to_owned(),
        ]
    );
}

#[derive(Deserialize, JsonSchema, garde::Validate)]
struct Order {
    #[garde(length(min = 2))]
    item: String,
    #[garde(dive)]
    to: Address,
}

/// Order something.
#[tool(on_error = "return-to-model")]
async fn order(Args(order): Args<Order>) -> Result<String, ToolError> {
    Ok(format!("{} to {}", order.item, order.to.city))
}

/// You order things.
#[agent(model = "test/model", tools(order))]
async fn orderer(what: String) -> Prompt<String> {
    Prompt::user(what)
}

#[tokio::test]
async fn the_whole_input_can_be_one_struct() {
    let schema = Tool::from(order {});
    assert_eq!(
        schema.input_schema().tree()["properties"]["item"],
        json!({"type": "string", "minLength": 2})
    );
    let calls = |id: &str, arguments: Value| {
        Response::calls([ToolCall::new(id, "order", arguments.to_string())])
    };
    let model = ScriptedModel::new([
        calls("call_1", json!({"item": "t", "to": {"city": "U"}})),
        calls("call_2", json!({"item": "tea", "to": {"city": "Ulm"}})),
        Response::text("Done."),
    ]);
    let run = orderer::agent()
        .client(model)
        .build()
        .unwrap()
        .run("tea")
        .await
        .unwrap();
    let outcome = |id| {
        run.state()
            .call(id)
            .and_then(|call| call.outcome())
            .unwrap()
    };
    let (issues, _) = told(outcome("call_1")).split_once(" Expected").unwrap();
    assert_eq!(
        issues,
        "the arguments of `order` are not valid: item: length is lower than 2; to.city: length is lower than 2."
    );
    assert_eq!(output(outcome("call_2")), r#""tea to Ulm""#);
}
