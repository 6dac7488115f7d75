//! The loop of questions and tool calls: behaviours 4 to 6, 10 and 12.

use phaseo_agent::model::{ModelError, ModelErrorKind, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::Status;
use phaseo_agent::testing::ScriptedModel;
use serde_json::json;

use super::{told, watch};
use crate::{Ledger, calls};

/// Double a number.
#[tool]
async fn double(
    /// Any number that is not negative.
    number: i64,
) -> Result<i64, &'static str> {
    if number < 0 {
        return Err("no negative numbers");
    }
    Ok(2 * number)
}

/// You double numbers.
#[agent(model = "test/model", tools(double))]
async fn doubler(number: i64) -> Prompt<i64> {
    Prompt::user(format!("Double {number}."))
}

#[tokio::test]
async fn b04_one_tool_turn_then_the_answer() {
    let model = ScriptedModel::new([
        calls([("c1", "double", r#"{"number":2}"#)]),
        Response::text("4"),
    ]);
    let agent = doubler::agent().client(model).build().unwrap();
    let seen = Ledger::default();
    let run = agent.run(2).on_event(watch(&seen)).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed(4));
    assert_eq!(
        seen.lines(),
        [
            "run.started",
            "step.started",
            "model.requested",
            "model.completed",
            "tool.started",
            "tool.completed",
            "step.completed",
            "checkpoint.saved",
            "step.started",
            "model.requested",
            "model.completed",
            "step.completed",
            "checkpoint.saved",
            "run.completed",
        ]
    );
}

#[tokio::test]
async fn b05_the_model_sees_the_parameters_of_the_tools_as_they_are() {
    let schema = json!({
        "type": "object",
        "properties": {"word": {"type": "string", "minLength": 2, "x-unheard-of": [1, {"a": null}]}},
        "required": ["word"],
        "additionalProperties": true,
    });
    let raw = Tool::builder("look_up")
        .description("Look a word up.")
        .raw(schema.clone())
        .validate_input(Ok::<_, ToolError>)
        .handler(async |input, _| Ok::<_, ToolError>(input))
        .build();
    let model = ScriptedModel::new([Response::text("4")]);
    let agent = doubler::agent().tools(raw).client(model.clone()).build();
    agent.unwrap().run(2).await.unwrap();

    let requests = model.requests();
    let seen = requests[0].tools.definitions().iter().map(|tool| {
        let parameters: serde_json::Value = tool.input_schema.read().unwrap();
        (&*tool.name, &*tool.description, parameters)
    });
    let typed = json!({
        "type": "object",
        "properties": {"number": {
            "type": "integer", "format": "int64", "description": "Any number that is not negative.",
        }},
        "required": ["number"],
        "additionalProperties": false,
    });
    assert_eq!(
        seen.collect::<Vec<_>>(),
        [
            ("double", "Double a number.", typed),
            ("look_up", "Look a word up.", schema),
        ]
    );
}

#[tokio::test]
async fn b06_a_tool_that_fails_fails_the_run() {
    let model = ScriptedModel::new([
        calls([("c1", "double", r#"{"number":-2}"#)]),
        Response::text("4"),
    ]);
    let agent = doubler::agent().client(model.clone()).build().unwrap();
    let seen = Ledger::default();
    let error = agent.run(2).on_event(watch(&seen)).await.unwrap_err();
    let ErrorKind::Tool(failure) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(failure.detail, "no negative numbers");
    assert_eq!(
        seen.lines(),
        [
            "run.started",
            "step.started",
            "model.requested",
            "model.completed",
            "tool.started",
            "tool.failed",
            "step.failed",
            "run.failed",
        ]
    );

    let run = agent.resume(error.run_id().unwrap()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed(4));
    assert_eq!(
        told(&model.requests()[1]),
        [("c1", r#"{"error":"no negative numbers"}"#, true)],
        "no call is left without a result"
    );
}

#[tokio::test]
async fn b10_a_model_call_that_fails_is_an_error_and_the_run_goes_on_when_it_is_resumed() {
    let model = ScriptedModel::default();
    let failure = ModelError::new(ModelErrorKind::Overloaded, "come back later");
    model.push(Err(failure));
    model.push(Ok(Response::text("4")));
    let agent = doubler::agent().client(model.clone()).build().unwrap();
    let mut attempts = Vec::new();
    let mut count = |event: &Event| {
        if let EventKind::ModelRequested { step, attempt, .. } = event.kind {
            attempts.push((step, attempt));
        }
    };

    let error = agent.run(2).on_event(&mut count).await.unwrap_err();
    assert!(error.is_retryable());
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "overloaded: come back later");
    let kept = error.run().unwrap();
    assert_eq!((kept.status(), kept.steps().len()), (Status::Failed, 1));

    let resume = agent.resume(kept.run_id()).on_event(&mut count);
    let run = resume.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed(4));
    assert_eq!((run.steps().len(), run.steps()[0].attempts), (1, 2));
    assert_eq!(attempts, [(1, 1), (1, 2)]);
    assert_eq!(model.requests().len(), 2);
}

/// An answer with everything that an endpoint says of it.
fn identified() -> Response {
    let mut response = Response::text("4");
    response.id = Some("req_1".into());
    response.native_id = Some("native_1".into());
    response.provider = Some("openai".into());
    response.model = Some("gpt-5-nano".into());
    response
}

#[tokio::test]
async fn b12_a_step_keeps_the_ids_of_its_answer() {
    let agent = doubler::agent().client(ScriptedModel::new([identified()]));
    let agent = agent.build().unwrap();
    let mut completed = Vec::new();
    let run = agent.run(2).on_event(|event| {
        if let EventKind::ModelCompleted { .. } = event.kind {
            completed.push(serde_json::to_value(event).unwrap());
        }
    });
    let run = run.await.unwrap();
    let kept = run.steps()[0].response.as_ref().unwrap();
    assert_eq!(kept, &identified());
    assert_eq!(completed.len(), 1);
    for (field, value) in [
        ("request_id", "req_1"),
        ("native_response_id", "native_1"),
        ("provider", "openai"),
    ] {
        assert_eq!(completed[0][field], value);
    }
}
