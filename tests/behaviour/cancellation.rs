//! Runs that are called off, and calls that are stopped because another ended the run.

use std::sync::Arc;

use phaseo_agent::item::Message;
use phaseo_agent::model::{DeltaSink, Model, ModelError, Request, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{CallOutcome, Fact, Status};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::{CancellationToken, ErrorKind};
use tokio::sync::Notify;

use crate::{Ledger, calls, type_of};

/// Wait for a signal that never comes. What it spawned watches the cancellation.
#[tool]
async fn hang(
    State(begun): State<Arc<Notify>>,
    State(ledger): State<Ledger>,
    context: ToolContext,
) -> bool {
    let cancellation = context.cancellation().clone();
    let watched = ledger.clone();
    tokio::spawn(async move {
        cancellation.cancelled().await;
        watched.write("told");
    });
    begun.notify_one();
    std::future::pending::<()>().await;
    ledger.write("went on");
    true
}

/// Fail once the other call has begun.
#[tool]
async fn fail(State(begun): State<Arc<Notify>>) -> Result<bool, &'static str> {
    begun.notified().await;
    Err("broken")
}

/// You wait.
#[agent(model = "test/model", tools(hang, fail), tool_concurrency = 2)]
async fn waiter(text: String) -> Prompt<String> {
    Prompt::user(text)
}

fn agent(model: impl Model, begun: &Arc<Notify>, ledger: &Ledger) -> Agent<WaiterInput, String> {
    let builder = waiter::agent().client(model);
    let builder = builder.state(Arc::clone(begun)).state(ledger.clone());
    builder.build().expect("the agent is complete")
}

#[tokio::test]
async fn a_run_is_called_off_while_a_tool_runs_and_can_be_resumed() {
    let (begun, ledger, token) = (Arc::default(), Ledger::default(), CancellationToken::new());
    let model = ScriptedModel::new([calls([("c1", "hang", "{}")]), Response::text("I see")]);
    let agent = agent(model.clone(), &begun, &ledger);
    let mut types = Vec::new();
    let run = agent
        .run("go")
        .cancel(token.clone())
        .on_event(|event| types.push(type_of(event)))
        .into_future();
    let (run, ()) = tokio::join!(run, async {
        begun.notified().await;
        token.cancel();
    });
    let run = run.unwrap();
    assert_eq!(run.outcome(), &Outcome::Cancelled);
    assert_eq!(run.state().status(), Status::Cancelled);
    assert_eq!(
        types[4..],
        [
            "tool.started",
            "tool.failed",
            "step.cancelled",
            "run.cancelled"
        ]
    );
    let outcome = run.state().call("c1").and_then(|call| call.outcome());
    assert_eq!(outcome, Some(&CallOutcome::Cancelled { began: true }));
    while ledger.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(ledger.lines(), ["told"]);

    let run = agent.resume(run.id()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("I see".to_owned()));
    let requests = model.requests();
    let Some(Message::Tool(results)) = requests[1].transcript.messages().last() else {
        panic!("results come last")
    };
    assert_eq!(
        results[0].output.as_str(),
        r#"{"error":"the call was cancelled before it finished; it may have taken effect"}"#
    );
}

/// A model that says when it is asked, never answers, and tells when it is dropped.
pub(crate) struct Silent {
    pub(crate) asked: Arc<Notify>,
    pub(crate) ledger: Ledger,
}

impl Model for Silent {
    async fn respond(&self, _: &Request, _: DeltaSink<'_>) -> Result<Response, ModelError> {
        struct Dropped(Ledger);
        impl Drop for Dropped {
            fn drop(&mut self) {
                self.0.write("dropped");
            }
        }
        let _dropped = Dropped(self.ledger.clone());
        self.asked.notify_one();
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_run_is_called_off_while_the_model_is_asked() {
    let (asked, ledger, token) = (
        Arc::new(Notify::new()),
        Ledger::default(),
        CancellationToken::new(),
    );
    let silent = Silent {
        asked: Arc::clone(&asked),
        ledger: ledger.clone(),
    };
    let agent = agent(silent, &Arc::default(), &ledger);
    let run = agent.run("go").cancel(token.clone()).into_future();
    let (run, ()) = tokio::join!(run, async {
        asked.notified().await;
        token.cancel();
    });
    assert_eq!(run.unwrap().outcome(), &Outcome::Cancelled);
    assert_eq!(ledger.lines(), ["dropped"], "the connection is let go");
}

#[tokio::test]
async fn a_run_that_is_called_off_before_it_starts_asks_nothing() {
    let token = CancellationToken::new();
    token.cancel();
    let model = ScriptedModel::new([Response::text("never said")]);
    let agent = agent(model.clone(), &Arc::default(), &Ledger::default());
    let run = agent.run("go").cancel(token).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Cancelled);
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn a_call_that_ends_the_run_stops_the_others_and_their_fate_is_known() {
    let (begun, ledger) = (Arc::default(), Ledger::default());
    let model = ScriptedModel::new([calls([("c1", "hang", "{}"), ("c2", "fail", "{}")])]);
    let agent = agent(model, &begun, &ledger);
    let error = agent.run("go").await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Tool(failure) if failure.detail == "broken"));
    let state = error.run().expect("the run is readable");
    let outcome = |call| state.call(call).and_then(|call| call.outcome()).cloned();
    assert_eq!(outcome("c1"), Some(CallOutcome::Cancelled { began: true }));
    assert!(matches!(
        outcome("c2"),
        Some(CallOutcome::Failed { ends_run: true, .. })
    ));
    while ledger.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        ledger.lines(),
        ["told"],
        "nothing goes on behind the run's back"
    );
}

/// Deploy a release.
#[tool(approval = true)]
async fn deploy(release: String, State(ledger): State<Ledger>) -> String {
    ledger.write(format!("deployed {release}"));
    release
}

/// An agent whose first call waits for a person.
fn deployer(ledger: &Ledger) -> (Agent<String, String>, ScriptedModel) {
    let asks = calls([("c1", "deploy", r#"{"release":"2.4.1"}"#)]);
    let model = ScriptedModel::new([asks, Response::text("deployed")]);
    let agent = Agent::builder("deployer").model("test/model");
    let agent = agent.tools(deploy {}).client(model.clone());
    let agent = agent.state(ledger.clone()).build();
    (agent.expect("the agent is complete"), model)
}

fn cancelled() -> CancellationToken {
    let token = CancellationToken::new();
    token.cancel();
    token
}

#[tokio::test]
async fn a_resume_that_is_called_off_before_it_begins_runs_nothing() {
    let ledger = Ledger::default();
    let (agent, model) = deployer(&ledger);
    let run = agent.run("go").await.unwrap();
    let resumed = agent.resume(run.id()).approve("c1").cancel(cancelled());
    let run = resumed.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Cancelled);
    assert_eq!(run.state().call("c1").unwrap().outcome(), None);
    assert_eq!((ledger.lines().len(), model.requests().len()), (0, 1));

    // What was decided holds.
    let run = agent.resume(run.id()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("deployed".to_owned()));
    assert_eq!(ledger.lines(), ["deployed 2.4.1"]);
}

#[tokio::test]
async fn a_paused_run_is_called_off_by_a_token() {
    let ledger = Ledger::default();
    let (agent, _) = deployer(&ledger);
    let run = agent.run("go").await.unwrap();
    let run = agent.resume(run.id()).cancel(cancelled()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Cancelled);
    let last = run.state().entries().last().map(|entry| &entry.fact);
    assert!(matches!(last, Some(Fact::Cancelled { reason: None })));
}

#[tokio::test]
async fn a_paused_run_is_called_off_with_a_reason_and_can_be_resumed() {
    let ledger = Ledger::default();
    let (agent, model) = deployer(&ledger);
    let run = agent.run("go").await.unwrap();
    let run = agent.resume(run.id()).call_off("Nobody answered.").await;
    let run = run.unwrap();
    assert_eq!(run.outcome(), &Outcome::Cancelled);
    let last = run.state().entries().last().map(|entry| &entry.fact);
    let reason = Some("Nobody answered.".to_owned());
    assert_eq!(last, Some(&Fact::Cancelled { reason }));
    assert_eq!((ledger.lines().len(), model.requests().len()), (0, 1));

    let run = agent.resume(run.id()).approve("c1").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("deployed".to_owned()));
}
