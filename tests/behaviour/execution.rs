//! How tools are executed: side by side, in time, with what they are given.

use std::sync::Arc;
use std::time::Duration;

use phaseo_agent::item::Message;
use phaseo_agent::model::{Response, ToolChoice};
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::OnError;
use tokio::sync::Barrier;

use crate::{Ledger, calls};

/// Meet the other call.
#[tool]
async fn meet(
    name: String,
    State(barrier): State<Arc<Barrier>>,
    State(ledger): State<Ledger>,
) -> String {
    barrier.wait().await;
    // The first call by order finishes last.
    if name == "slow" {
        while ledger.lines().is_empty() {
            tokio::task::yield_now().await;
        }
    }
    ledger.write(&name);
    name
}

/// You let calls meet.
#[agent(model = "test/model", tools(meet), tool_concurrency = 2)]
async fn host(text: String) -> Prompt<String> {
    Prompt::user(text)
}

#[tokio::test]
async fn two_calls_run_at_once_finish_in_their_order_and_stand_in_the_models() {
    let model = ScriptedModel::new([
        calls([
            ("c1", "meet", r#"{"name":"slow"}"#),
            ("c2", "meet", r#"{"name":"fast"}"#),
        ]),
        Response::text("met"),
    ]);
    let ledger = Ledger::default();
    let agent = host::agent()
        .client(model)
        .state(Arc::new(Barrier::new(2)))
        .state(ledger.clone())
        .build()
        .unwrap();
    let mut finished = Vec::new();
    let run = agent
        .run("go")
        .on_event(|event| {
            if let EventKind::ToolCompleted { call, .. } = &event.kind {
                finished.push(call.clone());
            }
        })
        .await
        .unwrap();
    assert_eq!(finished, ["c2", "c1"]);
    assert_eq!(ledger.lines(), ["fast", "slow"]);
    let Message::Tool(results) = &run.state().transcript()[2] else {
        panic!("results follow the calls")
    };
    assert_eq!(
        results
            .iter()
            .map(|result| result.output.as_str())
            .collect::<Vec<_>>(),
        ["\"slow\"", "\"fast\""]
    );
}

/// Wait until cancelled.
#[tool(timeout = "10ms", on_error = "return-to-model")]
async fn wait(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    let cancellation = context.cancellation().clone();
    tokio::spawn(async move {
        cancellation.cancelled().await;
        ledger.write("cancelled");
    });
    std::future::pending::<()>().await;
    true
}

/// Finish in time.
#[tool(timeout = "1h")]
async fn hurry(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    ledger.write(format!(
        "cancelled: {}",
        context.cancellation().is_cancelled()
    ));
    true
}

/// You wait.
#[agent(model = "test/model", tools(wait, hurry))]
async fn waiter(text: String) -> Prompt<String> {
    Prompt::user(text)
}

#[tokio::test(start_paused = true)]
async fn a_timeout_drops_the_tool_cancels_its_work_and_is_told_to_the_model() {
    let model = ScriptedModel::new([calls([("c1", "wait", "{}")]), Response::text("late")]);
    let ledger = Ledger::default();
    let agent = waiter::agent()
        .client(model.clone())
        .state(ledger.clone())
        .build()
        .unwrap();
    let begun = tokio::time::Instant::now();
    agent.run("go").await.unwrap();
    assert_eq!(begun.elapsed().as_millis(), 10);
    while ledger.lines().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let requests = model.requests();
    let Some(Message::Tool(results)) = requests[1].transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(
        results[0].output.as_str(),
        r#"{"error":"the tool `wait` timed out after 10ms"}"#
    );
}

#[tokio::test]
async fn a_tool_that_finishes_in_time_is_not_cancelled() {
    let model = ScriptedModel::new([calls([("c1", "hurry", "{}")]), Response::text("done")]);
    let ledger = Ledger::default();
    let agent = waiter::agent()
        .client(model)
        .state(ledger.clone())
        .build()
        .unwrap();
    agent.run("go").await.unwrap();
    assert_eq!(ledger.lines(), ["cancelled: false"]);
}

#[tokio::test]
async fn a_run_can_be_spawned() {
    let agent = waiter::agent()
        .client(ScriptedModel::new([Response::text("hi")]))
        .state(Ledger::default())
        .build()
        .unwrap();
    let run = tokio::spawn(async move { agent.run("go").await })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("hi".to_owned()));
}

/// Say that a call was executed.
#[tool]
async fn act(State(ledger): State<Ledger>) -> bool {
    ledger.write("acted");
    true
}

#[tokio::test]
async fn a_call_of_a_model_that_must_call_nothing_is_refused() {
    let ledger = Ledger::default();
    let model = ScriptedModel::new([calls([("c1", "act", "{}")]), Response::text("I see")]);
    let agent = Agent::builder("mute")
        .model("test/model")
        .tools(act {})
        .tool_choice(ToolChoice::None)
        .on_error(OnError::ReturnToModel)
        .client(model)
        .state(ledger.clone());
    let run = agent.build().unwrap().run("go").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("I see".to_owned()));
    let result = run.state().call("c1").and_then(|call| call.result());
    assert_eq!(
        result.unwrap().output.to_text(),
        r#"{"error":"there is no tool `act`: no tools are offered"}"#
    );
    assert_eq!(ledger.lines(), [""; 0]);
}
