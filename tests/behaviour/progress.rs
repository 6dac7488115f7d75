//! Values that tools give on the way to their output.

use std::sync::Arc;

use futures_util::stream;
use phaseo_agent::Agent;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Update;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::{calls, type_of};

#[derive(Deserialize, JsonSchema)]
struct Count {
    to: u32,
}

#[derive(Serialize, JsonSchema, garde::Validate)]
struct Percent {
    #[garde(range(max = 100))]
    percent: u32,
}

/// Gives 1, 2, .. and then the sum.
fn counter() -> Tool {
    Tool::builder("count")
        .description("Count.")
        .streaming_handler(async |input: Count, _, progress: Progress<u32>| {
            let mut sum = 0;
            for number in 1..=input.to {
                progress.send(number).await?;
                sum += number;
            }
            Ok::<_, ToolError>(sum)
        })
        .build()
}

fn agent(tool: Tool, arguments: &str) -> Agent<String, String> {
    let model = ScriptedModel::new([
        calls([("c1", tool.name(), arguments)]),
        Response::text("done"),
    ]);
    let agent = Agent::builder("counter").model("test/model").tools(tool);
    agent.client(model).build().expect("the agent is complete")
}

#[tokio::test]
async fn progress_is_told_between_the_start_and_the_end_of_its_call() {
    let mut told = Vec::new();
    let agent = agent(counter(), r#"{"to":3}"#);
    let run = agent.run("go").on_event(|event| match &event.kind {
        EventKind::ToolPreliminaryResult {
            call,
            name,
            result,
            step,
        } => {
            assert_eq!((call.as_str(), name.as_str(), *step), ("c1", "count", 1));
            told.push(format!("progress {result}"));
        }
        _ => told.push(type_of(event)),
    });
    let run = run.await.unwrap();
    let at = told
        .iter()
        .position(|event| event == "tool.started")
        .unwrap();
    assert_eq!(
        told[at..at + 5],
        [
            "tool.started",
            "progress 1",
            "progress 2",
            "progress 3",
            "tool.completed"
        ]
    );
    let call = run.state().call("c1").unwrap();
    let kept: Vec<_> = call.progress().iter().map(|value| value.as_str()).collect();
    assert_eq!(kept, ["1", "2", "3"]);
}

#[tokio::test]
async fn the_log_keeps_the_last_sixteen_values_of_a_call() {
    let agent = agent(counter(), r#"{"to":100}"#);
    let mut told = 0;
    let run = agent.run("go").on_event(|event| {
        told += u32::from(matches!(
            event.kind,
            EventKind::ToolPreliminaryResult { .. }
        ));
    });
    let run = run.await.unwrap();
    let kept = run.state().call("c1").unwrap().progress();
    let kept: Vec<u32> = kept.iter().map(|value| value.read().unwrap()).collect();
    assert_eq!(kept, (85..=100).collect::<Vec<_>>());
    assert_eq!(told, 100);
}

#[tokio::test]
async fn a_value_that_is_not_valid_fails_the_call_and_is_told_to_nobody() {
    let tool = Tool::builder("load")
        .description("Load.")
        .streaming_handler(async |_: Count, _, progress: Progress<Percent>| {
            progress.send(Percent { percent: 100 }).await?;
            progress.send(Percent { percent: 101 }).await?;
            Ok::<_, ToolError>(1)
        })
        .validated_progress()
        .build();
    let mut told = Vec::new();
    let agent = agent(tool, r#"{"to":1}"#);
    let error = agent.run("go").on_event(|event| {
        if let EventKind::ToolPreliminaryResult { result, .. } = &event.kind {
            told.push(result.to_string());
        }
    });
    let error = error.await.unwrap_err();
    assert_eq!(told, [r#"{"percent":100}"#]);
    assert_eq!(
        error.to_string(),
        "the tool `load` failed (call c1): the progress value is not valid: percent: greater than 100"
    );
    let call = error.run().unwrap().call("c1").unwrap();
    assert_eq!(call.progress().len(), 1, "what it gave before is kept");
}

#[tokio::test]
async fn a_tool_may_be_a_stream_that_ends_with_its_output() {
    for (updates, ended) in [
        (
            vec![
                Update::Progress(1),
                Update::Done("sum"),
                Update::Progress(2),
            ],
            Ok("\"sum\""),
        ),
        (
            vec![Update::Progress(1)],
            Err("the tool's stream ended without `Update::Done`"),
        ),
    ] {
        let tool = Tool::builder("scan")
            .description("Scan.")
            .stream(move |_: Count, _| {
                stream::iter(updates.clone().into_iter().map(Ok::<_, ToolError>))
            })
            .build();
        let ran = agent(tool, r#"{"to":1}"#).run("go").await;
        match (ran, ended) {
            (Ok(run), Ok(output)) => {
                let result = run.state().call("c1").unwrap().result().unwrap();
                assert_eq!(result.output.as_str(), output);
            }
            (Err(error), Err(text)) => assert!(error.to_string().ends_with(text), "{error}"),
            (ran, ended) => panic!("{ran:?} is not {ended:?}"),
        }
    }
}

#[tokio::test]
async fn a_slow_reader_slows_the_tool() {
    // The tool counts how many values it could send; the handler reads the first one and holds
    // everything until the tool can send no more.
    let sent = Arc::new(Semaphore::new(0));
    let count = Arc::clone(&sent);
    let tool = Tool::builder("flood")
        .description("Flood.")
        .streaming_handler(move |_: Count, _, progress: Progress<u32>| {
            let count = Arc::clone(&count);
            async move {
                for number in 0..1_000 {
                    progress.send(number).await?;
                    count.add_permits(1);
                }
                Ok::<_, ToolError>(())
            }
        })
        .build();
    let agent = agent(tool, r#"{"to":1}"#);
    let mut most_ahead = 0;
    let mut read = 0;
    let run = agent.run("go").on_event(|event| {
        if matches!(event.kind, EventKind::ToolPreliminaryResult { .. }) {
            read += 1;
            most_ahead = most_ahead.max(sent.available_permits().saturating_sub(read));
        }
    });
    run.await.unwrap();
    assert_eq!(read, 1_000);
    assert!(most_ahead <= 17, "{most_ahead} values were on their way");
}
