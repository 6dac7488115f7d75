//! The order of events, as users of the other SDKs know it.

use std::sync::Mutex;

use phaseo_agent::event::{Event, EventKind};
use phaseo_agent::model::{ModelError, ModelErrorKind, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;

use crate::{calls, type_of};

/// Double a number.
#[tool]
async fn double(number: i64) -> Result<i64, &'static str> {
    if number < 0 {
        Err("no negative numbers")
    } else {
        Ok(2 * number)
    }
}

/// Delete everything.
#[tool(approval = true)]
async fn delete() -> bool {
    true
}

/// You test events.
#[agent(model = "test/model", tools(double, delete))]
async fn tester(text: String) -> Prompt<String> {
    Prompt::user(text)
}

fn agent(model: ScriptedModel) -> Agent<TesterInput, String> {
    tester::agent()
        .client(model)
        .build()
        .expect("the agent is complete")
}

/// The events of one run.
async fn types(agent: &Agent<TesterInput, String>) -> (Vec<String>, Result<Run<String>>) {
    let seen = Mutex::new(Vec::new());
    let run = agent
        .run("go")
        .on_event(|event| seen.lock().expect("nobody panics").push(type_of(event)))
        .await;
    (seen.into_inner().expect("nobody panics"), run)
}

#[tokio::test]
async fn one_tool_turn_then_an_answer() {
    let model = ScriptedModel::new([
        calls([("c1", "double", r#"{"number":2}"#)]),
        Response::text("4"),
    ]);
    let (types, run) = types(&agent(model)).await;
    run.unwrap();
    assert_eq!(
        types,
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
async fn a_tool_that_fails_the_run() {
    let model = ScriptedModel::new([calls([("c1", "double", r#"{"number":-2}"#)])]);
    let (types, run) = types(&agent(model)).await;
    assert_eq!(
        run.unwrap_err().to_string(),
        "the tool `double` failed (call c1): no negative numbers"
    );
    assert_eq!(
        types[4..],
        ["tool.started", "tool.failed", "step.failed", "run.failed"]
    );
}

#[tokio::test]
async fn a_model_that_fails_the_run() {
    let model = ScriptedModel::default();
    model.push(Err(ModelError::new(ModelErrorKind::RateLimit, "slow down")));
    let (types, run) = types(&agent(model)).await;
    let error = run.unwrap_err();
    assert!(error.is_retryable());
    assert_eq!(
        types,
        [
            "run.started",
            "step.started",
            "model.requested",
            "model.failed",
            "step.failed",
            "run.failed"
        ]
    );
}

#[tokio::test]
async fn a_pause_and_what_follows_it() {
    let model = ScriptedModel::new([calls([("c1", "delete", "{}")]), Response::text("gone")]);
    let agent = agent(model);
    let (before, run) = types(&agent).await;
    assert_eq!(
        before[3..],
        [
            "model.completed",
            "step.completed",
            "checkpoint.saved",
            "run.waiting_for_human"
        ]
    );
    let seen = Mutex::new(Vec::new());
    let resume = agent.resume(run.unwrap().id()).approve("c1");
    resume
        .on_event(|event| seen.lock().unwrap().push(type_of(event)))
        .await
        .unwrap();
    assert_eq!(
        seen.into_inner().unwrap(),
        [
            "run.resumed",
            "decision.taken",
            "tool.started",
            "tool.completed",
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
async fn an_event_says_whose_it_is_and_what_happened() {
    let model = ScriptedModel::new([
        calls([("c1", "double", r#"{"number":2}"#)]),
        Response::text("4"),
    ]);
    let seen = Mutex::new(Vec::new());
    let run = agent(model)
        .run("go")
        .on_event(|event: &Event| seen.lock().unwrap().push(event.clone()))
        .await
        .unwrap();
    let events = seen.into_inner().unwrap();
    assert!(
        events
            .iter()
            .all(|event| *event.run_id == *run.id() && &*event.agent_id == "tester")
    );
    assert!(events.is_sorted_by_key(|event| event.seq));
    let started = events
        .iter()
        .find(|event| matches!(event.kind, EventKind::ToolStarted { .. }))
        .unwrap();
    assert_eq!(
        serde_json::to_value(started).unwrap(),
        serde_json::json!({
            "run_id": run.id(), "agent_id": "tester", "seq": started.seq, "at": started.at,
            "type": "tool.started", "step": 1, "call": "c1", "name": "double", "input": "{\"number\":2}", "attempt": 1,
        })
    );
    let completed = events
        .iter()
        .find(|event| matches!(event.kind, EventKind::ToolCompleted { .. }))
        .unwrap();
    assert_eq!(serde_json::to_value(completed).unwrap()["output"], 4);
}

#[tokio::test]
async fn a_handler_that_panics_is_not_called_again_and_the_run_goes_on() {
    let model = ScriptedModel::new([Response::text("4")]);
    let mut count = 0;
    let agent = agent(model);
    let run = agent
        .run("go")
        .on_event(|_| {
            count += 1;
            panic!("the handler is broken");
        })
        .await
        .unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("4".to_owned()));
    drop(run);
    assert_eq!(count, 1);
}
