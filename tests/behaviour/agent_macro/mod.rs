//! What an agent made by `#[agent]` is and does at run time.

mod block;
mod context_type;
mod options;
mod policy;
mod supplied;
mod turns;

use phaseo_agent::ErrorKind;
use phaseo_agent::item::{Message, ToolCall};
use phaseo_agent::model::{Response, ToolChoice};
use phaseo_agent::prelude::*;
use phaseo_agent::run::Stop;
use phaseo_agent::testing::ScriptedModel;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Add two numbers.
#[tool]
async fn add(left: i64, right: i64) -> Result<i64, &'static str> {
    left.checked_add(right).ok_or("too large")
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema, garde::Validate)]
struct Sum {
    #[garde(range(max = 100))]
    sum: i64,
}

/// You add numbers.
///
/// Use the tool.
#[agent(
    model = "test/model",
    tools(add),
    tool_choice = "required",
    max_steps = 2,
    tool_concurrency = 2,
    on_error = "return-to-model"
)]
async fn adder(question: String) -> Prompt<Sum> {
    Prompt::user(question)
}

fn call(arguments: &str) -> Response {
    Response::calls([ToolCall::new("call_1", "add", arguments)])
}

#[tokio::test]
async fn an_agent_asks_what_its_attribute_says() {
    let model = ScriptedModel::new([
        call(r#"{"left":2,"right":2}"#),
        Response::text(r#"{"sum":4}"#),
    ]);
    let agent = adder::agent().client(model.clone()).build().unwrap();
    assert_eq!(agent.id(), "adder");
    let run = agent.run("2 + 2?").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed(Sum { sum: 4 }));

    let requests = model.requests();
    let first = &requests[0];
    assert_eq!(&*first.model, "test/model");
    assert_eq!(
        first.instructions.as_deref(),
        Some("You add numbers.\n\nUse the tool.")
    );
    assert_eq!(first.tool_choice, ToolChoice::Required);
    assert_eq!(requests[1].tool_choice, ToolChoice::Auto);
    let names: Vec<_> = first
        .tools
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    assert_eq!(names, ["add"]);
    let [Message::User(content)] = first.transcript.messages() else {
        panic!("{:?}", first.transcript)
    };
    assert_eq!(content[0].as_text(), Some("2 + 2?"));
    let schema: Value = first.answer.as_ref().unwrap().schema.read().unwrap();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {"sum": {"type": "integer", "format": "int64", "maximum": 100}},
            "required": ["sum"],
        })
    );
}

#[tokio::test]
async fn a_failed_call_goes_back_and_the_steps_are_limited() {
    let overflow = format!(r#"{{"left":{},"right":1}}"#, i64::MAX);
    let model = ScriptedModel::new([
        call(&overflow),
        call(&overflow),
        Response::text("never asked"),
    ]);
    let run = adder::agent()
        .client(model.clone())
        .build()
        .unwrap()
        .run("?")
        .await
        .unwrap();
    assert!(
        matches!(run.outcome(), Outcome::Stopped(Stop::MaxSteps { .. })),
        "{:?}",
        run.outcome()
    );
    assert_eq!(model.requests().len(), 2);
    let Some(Message::Tool(results)) = model.requests()[1].transcript.messages().last().cloned()
    else {
        panic!()
    };
    assert_eq!(
        (results[0].output.as_str(), results[0].is_error),
        (r#"{"error":"too large"}"#, true)
    );
}

#[tokio::test]
async fn an_answer_that_breaks_its_rules_is_no_answer() {
    let model = ScriptedModel::new([Response::text(r#"{"sum":101}"#)]);
    let run = adder::agent()
        .client(model)
        .build()
        .unwrap()
        .run("?")
        .await
        .unwrap();
    let Outcome::Stopped(stop) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert!(stop.to_string().contains("sum: greater than 100"), "{stop}");
}

#[derive(Deserialize, JsonSchema, garde::Validate)]
struct Place {
    #[garde(length(min = 2))]
    city: String,
}

/// You forecast.
#[agent(model = "test/model")]
async fn forecaster(
    #[serde(rename = "howMany")]
    #[garde(range(min = 1))]
    days: u8,
    place: Place,
) -> Result<Prompt<String>, &'static str> {
    match place.city.as_str() {
        "Atlantis" => Err("there is no weather under water"),
        city => Ok(Prompt::user(format!("{city}, {days} days"))),
    }
}

#[tokio::test]
async fn the_input_is_validated_and_the_error_of_the_function_is_kept() {
    let model = ScriptedModel::new([Response::text("Rain.")]);
    let agent = forecaster::agent().client(model.clone()).build().unwrap();
    let input = |days, city: &str| ForecasterInput {
        days,
        place: Place {
            city: city.to_owned(),
        },
    };

    let error = agent.run(input(0, "U")).await.unwrap_err();
    let ErrorKind::Input(issues) = error.kind() else {
        panic!("{error:?}")
    };
    let issues: Vec<_> = issues.iter().map(ToString::to_string).collect();
    assert_eq!(
        issues,
        [
            "howMany: lower than 1",
            "place.city: length is lower than 2"
        ]
    );

    let error = agent.run(input(1, "Atlantis")).await.unwrap_err();
    let ErrorKind::Prompt(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(cause.to_string(), "there is no weather under water");
    assert!(model.requests().is_empty());

    let run = agent.run(input(3, "Ulm")).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Rain.".to_owned()));
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Unchecked {
    #[schemars(range(max = 3))]
    #[expect(dead_code, reason = "nobody reads it")]
    priority: u8,
}

/// You rank.
#[agent(model = "test/model")]
async fn ranker() -> Prompt<Unchecked> {
    Prompt::user("Rank.")
}

#[test]
fn an_answer_whose_rules_nothing_checks_is_refused() {
    let error = ranker::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with("the schema of the answer states rules for `priority`"),
        "{problems:?}"
    );
}

#[tokio::test]
async fn the_function_stays_a_function() {
    let prompt = adder("2 + 2?".to_owned()).await;
    assert_eq!(prompt.content()[0].as_text(), Some("2 + 2?"));
}

/// Its input states a rule that nothing checks.
#[agent(model = "test/model")]
async fn unchecked(#[schemars(length(min = 3))] text: String) -> Prompt<String> {
    Prompt::user(text)
}

#[test]
fn an_input_whose_rules_nothing_checks_is_refused() {
    let error = unchecked::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the agent cannot be built: the schema of the input states rules for `text` that nothing checks: \
         state them with `#[garde(..)]` of the garde version that phaseo-agent re-exports"
    );
}
