//! Calls side by side and in time: behaviours 7 to 9.

use std::sync::Arc;
use std::time::Duration;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use tokio::sync::{Barrier, Notify};

use super::{Nothing, told};
use crate::{Ledger, calls};

/// You work.
#[agent(model = "test/model")]
async fn worker(task: String) -> Prompt<i64> {
    Prompt::user(task)
}

/// Two tools, of which `slow` ends after `fast`.
fn slow_and_fast() -> [Tool; 2] {
    let ended = Arc::new(Notify::new());
    let ends = Arc::clone(&ended);
    let slow = Tool::builder("slow")
        .description("End last.")
        .handler(move |_: Nothing, _| {
            let ended = Arc::clone(&ended);
            async move {
                ended.notified().await;
                Ok::<_, ToolError>("slow")
            }
        });
    let fast = Tool::builder("fast")
        .description("End first.")
        .sync_handler(move |_: Nothing, _| {
            ends.notify_one();
            Ok::<_, ToolError>("fast")
        });
    [slow.build(), fast.build()]
}

#[tokio::test]
async fn b07_calls_end_in_any_order_and_are_told_in_call_order() {
    let both = calls([("c1", "slow", "{}"), ("c2", "fast", "{}")]);
    let model = ScriptedModel::new([both, Response::text("4")]);
    let agent = worker::agent()
        .tools(slow_and_fast())
        .tool_concurrency(2)
        .client(model.clone())
        .build()
        .unwrap();
    let mut ended = Vec::new();
    let run = agent.run("go").on_event(|event| {
        if let EventKind::ToolCompleted { name, .. } = &event.kind {
            ended.push(name.clone());
        }
    });
    run.await.unwrap();
    assert_eq!(ended, ["fast", "slow"]);
    assert_eq!(
        told(&model.requests()[1]),
        [("c1", r#""slow""#, false), ("c2", r#""fast""#, false)]
    );
}

/// A tool that ends within 15 ms if two calls of it run at once.
fn meeting() -> Tool {
    let both = Arc::new(Barrier::new(2));
    Tool::builder("meet")
        .description("Meet the other call.")
        .timeout(Duration::from_millis(15))
        .handler(move |_: Nothing, _| {
            let both = Arc::clone(&both);
            async move {
                both.wait().await;
                Ok::<_, ToolError>("met")
            }
        })
        .build()
}

#[tokio::test(start_paused = true)]
async fn b08_what_a_run_is_started_with_beats_the_definition() {
    let both = || calls([("c1", "meet", "{}"), ("c2", "meet", "{}")]);
    let model = ScriptedModel::new([both(), both(), Response::text("4")]);
    let agent = || {
        let agent = worker::agent().tools(meeting()).client(model.clone());
        agent.build().unwrap()
    };
    let error = agent().run("go").await.unwrap_err();
    assert!(error.to_string().contains("timed out"), "one at a time");

    let agent = agent();
    let run = agent.run("go").tool_concurrency(2).model("other/model");
    let run = run.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed(4));
    let asked: Vec<_> = model.requests().into_iter().map(|it| it.model).collect();
    assert_eq!(
        asked.iter().map(|name| &**name).collect::<Vec<_>>(),
        ["test/model", "other/model", "other/model"]
    );
}

/// A tool that waits for its cancellation, and whose background work writes that it came.
fn hanging(ledger: &Ledger) -> Tool {
    let ledger = ledger.clone();
    Tool::builder("hang")
        .description("Wait to be cancelled.")
        .timeout(Duration::from_millis(10))
        .handler(move |_: Nothing, context: ToolContext| {
            let (ledger, token) = (ledger.clone(), context.cancellation().clone());
            async move {
                tokio::spawn({
                    let token = token.clone();
                    async move {
                        token.cancelled().await;
                        ledger.write("cancelled");
                    }
                });
                token.cancelled().await;
                Ok::<_, ToolError>(())
            }
        })
        .build()
}

#[tokio::test(start_paused = true)]
async fn b09_a_tool_that_takes_too_long_is_cancelled() {
    let model = ScriptedModel::new([calls([("c1", "hang", "{}")])]);
    let ledger = Ledger::default();
    let agent = worker::agent().tools(hanging(&ledger)).client(model);
    let began = tokio::time::Instant::now();
    let error = agent.build().unwrap().run("go").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tool `hang` failed (call c1): the tool `hang` timed out after 10ms"
    );
    // A paused clock moves on only by what is waited for; tokio rounds up to a millisecond.
    assert!(began.elapsed() <= Duration::from_millis(11));
    tokio::task::yield_now().await;
    assert_eq!(ledger.lines(), ["cancelled"]);
}
