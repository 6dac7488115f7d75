//! Several calls of one pause: fault 3 of the TypeScript runtime.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{PendingKind, Status};
use phaseo_agent::tool::OnError;
use tokio::sync::Notify;

use super::{Nothing, clerk, gated, manual, output, pause, pending, refusal, stored, told, turn};
use crate::Ledger;

fn done() -> Response {
    Response::text("done")
}

#[tokio::test]
async fn f03_nothing_runs_while_a_later_decision_is_bad() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let tools = [gated("pay", &ledger), manual("sign")];
    let (agent, _) = clerk(&store, tools, [turn(&["pay", "sign"]), done()]);
    let run = agent.run("go").await.unwrap();
    let before = stored(&store, run.id()).await;
    let resume = agent.resume(run.id()).approve("pay").output("sign", 7);
    refusal(resume.await);
    assert_eq!(ledger.lines(), [""; 0]);
    assert_eq!(stored(&store, run.id()).await, before);
}

#[tokio::test]
async fn f03_what_was_not_decided_stays_open_and_what_was_decided_is_kept() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let tools = [gated("pay", &ledger), gated("ship", &ledger)];
    let (agent, model) = clerk(&store, tools, [turn(&["pay", "ship"]), done()]);
    let run = agent.run("go").await.unwrap();

    let run = agent.resume(run.id()).approve("pay").await.unwrap();
    assert_eq!(pending(pause(&run)), [("ship", PendingKind::ToolApproval)]);
    assert_eq!(output(run.state(), "pay"), Some(r#""pay ran""#));
    assert_eq!(ledger.lines(), ["pay"]);
    assert_eq!(model.requests().len(), 1);

    let run = agent.resume(run.id()).approve("ship").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["pay", "ship"], "each ran once");
}

/// A gated tool that writes the most executions that ran at once.
fn counted(name: &str, most: &Arc<AtomicUsize>, now: &Arc<AtomicUsize>) -> Tool {
    let (most, now) = (Arc::clone(most), Arc::clone(now));
    Tool::builder(name)
        .description("Count.")
        .require_approval()
        .handler(move |_: Nothing, _| {
            let (most, now) = (Arc::clone(&most), Arc::clone(&now));
            async move {
                let running = now.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(running, Ordering::SeqCst);
                for _ in 0..5 {
                    tokio::task::yield_now().await;
                }
                now.fetch_sub(1, Ordering::SeqCst);
                Ok::<_, ToolError>(())
            }
        })
        .build()
}

#[tokio::test]
async fn f03_calls_that_were_approved_keep_to_the_limit_of_concurrency() {
    for limit in [1, 2] {
        let (most, now) = (Arc::default(), Arc::default());
        let names = ["a", "b", "c"];
        let tools = names.map(|name| counted(name, &most, &now));
        let (agent, _) = clerk(&MemoryStore::new(), tools, [turn(&names), done()]);
        let run = agent.run("go").tool_concurrency(limit).await.unwrap();
        let mut resume = agent.resume(run.id());
        for name in names {
            resume = resume.approve(name);
        }
        resume.await.unwrap();
        assert_eq!(most.load(Ordering::SeqCst), limit);
    }
}

#[tokio::test]
async fn f03_results_stay_in_call_order_whatever_was_decided() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let names = ["a", "b", "c"];
    let tools = names.map(|name| gated(name, &ledger));
    let (agent, model) = clerk(&store, tools, [turn(&names), done()]);
    let run = agent.run("go").await.unwrap();
    let resume = agent.resume(run.id()).reject("c", "no").approve("b");
    resume.reject("a", "never").await.unwrap();
    assert_eq!(
        told(&model.requests()[1]),
        [
            ("a", r#"{"error":"never"}"#, true),
            ("b", r#""b ran""#, false),
            ("c", r#"{"error":"no"}"#, true),
        ]
    );
}

/// A gated tool that fails, once the other has ended.
fn failing(ended: &Arc<Notify>, policy: OnError) -> Tool {
    let ended = Arc::clone(ended);
    Tool::builder("fail")
        .description("Fail.")
        .require_approval()
        .on_error(policy)
        .handler(move |_: Nothing, _| {
            let ended = Arc::clone(&ended);
            async move {
                ended.notified().await;
                Err::<(), _>("broken")
            }
        })
        .build()
}

fn ending(ended: &Arc<Notify>) -> Tool {
    let ended = Arc::clone(ended);
    Tool::builder("end")
        .description("End.")
        .require_approval()
        .sync_handler(move |_: Nothing, _| {
            ended.notify_one();
            Ok::<_, ToolError>("ended")
        })
        .build()
}

#[tokio::test]
async fn f03_a_call_that_fails_leaves_the_outputs_of_the_others() {
    for policy in [OnError::FailRun, OnError::ReturnToModel] {
        let ended = Arc::default();
        let tools = [failing(&ended, policy), ending(&ended)];
        let answers = [turn(&["fail", "end"]), done()];
        let (agent, _) = clerk(&MemoryStore::new(), tools, answers);
        let run = agent.run("go").tool_concurrency(2).await.unwrap();
        let resume = agent.resume(run.id()).approve("fail").approve("end");
        let state = match resume.await {
            Ok(run) => run.state().clone(),
            Err(error) => error.run().unwrap().clone(),
        };
        let fails = policy == OnError::FailRun;
        assert_eq!(state.status() == Status::Failed, fails);
        assert_eq!(output(&state, "end"), Some(r#""ended""#), "{policy:?}");
    }
}
