//! Runs whose caller goes away.

use std::future::IntoFuture;
use std::sync::Arc;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{CallOutcome, State, Status};
use phaseo_agent::store::{MemoryStore, Query, Store};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::{Agent, OnDrop};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Notify;

use crate::calls;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

/// A run whose tool says when it has begun and waits until it is told to go on.
struct Waiting {
    begun: Arc<Notify>,
    go_on: Arc<Notify>,
    store: MemoryStore,
    agent: Agent<String, String>,
}

impl Waiting {
    fn new() -> Self {
        let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let handles = (Arc::clone(&begun), Arc::clone(&go_on));
        let tool = Tool::builder("wait")
            .description("Wait.")
            .handler(move |_: Nothing, _| {
                let (begun, go_on) = handles.clone();
                async move {
                    begun.notify_one();
                    go_on.notified().await;
                    Ok::<_, ToolError>("waited")
                }
            })
            .build();
        let model = ScriptedModel::new([calls([("c1", "wait", "{}")]), Response::text("done")]);
        let store = MemoryStore::new();
        let agent = Agent::builder("waiter").model("test/model").tools(tool);
        let agent = agent
            .client(model)
            .store(store.clone())
            .build()
            .expect("the agent is complete");
        Self {
            begun,
            go_on,
            store,
            agent,
        }
    }

    /// Drops the run while its tool is at work.
    async fn dropped(&self, on_drop: OnDrop) {
        let mut run = self.agent.run("go").on_drop(on_drop).into_future();
        tokio::select! {
            ended = &mut run => panic!("{ended:?}"),
            () = self.begun.notified() => {}
        }
    }

    /// The stored run, once it is like this.
    async fn until(&self, status: Status) -> State {
        loop {
            let heads = Store::list(&self.store, &Query::all())
                .await
                .expect("the store lists");
            if heads[0].status == status {
                let entries = Store::load(&self.store, &heads[0].run_id, 0)
                    .await
                    .expect("the store loads");
                return State::fold(entries).expect("the log folds");
            }
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn a_dropped_run_is_left_where_its_log_stands_unless_told_otherwise() {
    let waiting = Waiting::new();
    waiting.dropped(OnDrop::Abandon).await;
    let state = waiting.until(Status::Running).await;
    assert_eq!(state.call("c1").unwrap().outcome(), None);
    let run = waiting.agent.resume(state.run_id()).await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{run:?}")
    };
    assert_eq!(pause.pending[0].kind.to_string(), "in doubt");
}

#[tokio::test]
async fn a_dropped_run_that_is_to_be_cancelled_records_the_fate_of_its_calls() {
    let waiting = Waiting::new();
    waiting.dropped(OnDrop::Cancel).await;
    let state = waiting.until(Status::Cancelled).await;
    let outcome = state.call("c1").unwrap().outcome();
    assert_eq!(outcome, Some(&CallOutcome::Cancelled { began: true }));
}

#[tokio::test]
async fn a_dropped_run_that_is_to_go_on_comes_to_its_end() {
    let waiting = Waiting::new();
    waiting.dropped(OnDrop::GoOn).await;
    waiting.go_on.notify_one();
    let state = waiting.until(Status::Completed).await;
    assert_eq!(state.answer().unwrap().as_str(), r#""done""#);
}

#[tokio::test]
async fn a_run_that_may_be_left_tells_its_events_up_to_the_end() {
    for on_drop in [OnDrop::Cancel, OnDrop::GoOn] {
        let waiting = Waiting::new();
        waiting.go_on.notify_one();
        let mut told = 0;
        let run = waiting.agent.run("go").on_drop(on_drop);
        let run = run.on_event(|_| told += 1).await.unwrap();
        assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
        assert_eq!(told, 14);
    }
}
