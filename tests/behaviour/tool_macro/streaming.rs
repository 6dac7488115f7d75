//! Tools that send progress values.

use futures_util::{Stream, stream};
use garde::Validate;
use phaseo_agent::event::EventKind;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::CallOutcome;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Update;
use schemars::JsonSchema;
use serde::Serialize;

use crate::calls;

#[derive(Serialize, JsonSchema, Validate)]
struct Percent(#[garde(range(max = 100))] u8);

/// Emit.
#[tool(streaming)]
async fn by_body(values: Vec<u8>) -> ToolStream<Percent, String> {
    for value in values {
        emit!(Percent(value));
    }
    Ok("done".to_owned())
}

/// Return a stream.
#[tool(streaming)]
fn by_hand(values: Vec<u8>) -> impl Stream<Item = Result<Update<Percent, String>, ToolError>> {
    let progress = values
        .into_iter()
        .map(|value| Ok(Update::Progress(Percent(value))));
    stream::iter(progress.chain([Ok(Update::Done("done".to_owned()))]))
}

/// Send.
#[tool]
async fn by_parameter(values: Vec<u8>, progress: Progress<Percent>) -> Result<String, ToolError> {
    for value in values {
        progress.send(Percent(value)).await?;
    }
    Ok("done".to_owned())
}

/// Return a stream that forgets its output.
#[tool(streaming)]
fn unfinished(values: Vec<u8>) -> impl Stream<Item = Result<Update<u8, ()>, ToolError>> {
    stream::iter(values).map_progress()
}

trait MapProgress: Stream<Item = u8> + Sized {
    fn map_progress(self) -> impl Stream<Item = Result<Update<u8, ()>, ToolError>> {
        futures_util::StreamExt::map(self, |value| Ok(Update::Progress(value)))
    }
}

impl<S: Stream<Item = u8>> MapProgress for S {}

#[derive(Serialize, JsonSchema)]
struct Unruled {
    #[schemars(range(max = 100))]
    percent: u8,
}

/// State a rule that nothing checks.
#[tool(streaming)]
async fn unruled() -> ToolStream<Unruled, Unruled> {
    emit!(Unruled { percent: 1 });
    Ok(Unruled { percent: 2 })
}

/// You work.
#[agent(
    model = "test/model",
    tools(by_body, by_hand, by_parameter, unfinished)
)]
async fn worker() -> Prompt<String> {
    Prompt::user("Work.")
}

/// The progress values, in the events' order, and what the run came to.
async fn run(tool: &str, values: &[u8]) -> (Vec<String>, Result<Run<String>>) {
    let arguments = format!(r#"{{"values":{values:?}}}"#);
    let model = ScriptedModel::new([
        calls([("c1", tool, arguments.as_str())]),
        Response::text("done"),
    ]);
    let agent = worker::agent()
        .client(model)
        .build()
        .expect("the agent is complete");
    let mut sent = Vec::new();
    let run = agent
        .run(())
        .on_event(|event| {
            if let EventKind::ToolPreliminaryResult { result, .. } = &event.kind {
                sent.push(result.as_str().to_owned());
            }
        })
        .await;
    (sent, run)
}

#[tokio::test]
async fn each_form_sends_progress_and_then_gives_the_output() {
    for tool in ["by_body", "by_hand", "by_parameter"] {
        let (sent, run) = run(tool, &[1, 50, 100]).await;
        assert_eq!(sent, ["1", "50", "100"], "{tool}");
        let run = run.unwrap();
        let output = run.state().call("c1").and_then(|call| call.outcome());
        assert!(
            matches!(output, Some(CallOutcome::Output(output)) if output.as_str() == r#""done""#),
            "{tool}: {output:?}"
        );
    }
}

#[tokio::test]
async fn a_progress_value_that_breaks_its_rules_ends_the_tool_where_it_is_sent() {
    for tool in ["by_body", "by_hand", "by_parameter"] {
        let (sent, run) = run(tool, &[1, 101, 2]).await;
        assert_eq!(sent, ["1"], "{tool}");
        let error = run.unwrap_err();
        let state = error.run().expect("it was started");
        let outcome = state.call("c1").and_then(|call| call.outcome());
        let told = format!("{outcome:?}");
        assert!(
            told.contains("the progress value is not valid"),
            "{tool}: {told}"
        );
        assert!(told.contains("100"), "{tool}: {told}");
    }
}

#[tokio::test]
async fn a_stream_that_ends_without_its_output_is_a_failure() {
    let (sent, run) = run("unfinished", &[7]).await;
    assert_eq!(sent, ["7"]);
    let error = run.unwrap_err();
    let outcome = error
        .run()
        .and_then(|state| state.call("c1"))
        .and_then(|call| call.outcome());
    let told = format!("{outcome:?}");
    assert!(told.contains("ended without `Update::Done`"), "{told}");
}

#[test]
fn rules_of_progress_and_output_that_nothing_checks_are_refused() {
    let model = ScriptedModel::new([]);
    let refused = Agent::builder("worker")
        .model("test/model")
        .client(model)
        .tools(unruled {})
        .build();
    let told = refused.unwrap_err().to_string();
    assert!(told.contains("the output of `unruled`"), "{told}");
    assert!(told.contains("the progress of `unruled`"), "{told}");
    assert_eq!(told.matches("`percent`").count(), 2, "{told}");
}
