//! Faults of the TypeScript runtime around resuming: 2, 5, 6, 14.

use std::sync::Arc;

use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{PendingKind, Status};
use phaseo_agent::store::{Store, StoreError};
use phaseo_agent::tool::{Interactive, NextTurn};
use tokio::sync::Notify;

use super::{
    Nothing, automatic, clerk, gated, manual, pause, pending, refusal, stored, told, turn,
};
use crate::{Ledger, calls};

fn done() -> Response {
    Response::text("done")
}

#[tokio::test]
async fn f02_a_bad_resume_changes_nothing() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let tools = [gated("pay", &ledger), manual("sign")];
    let (agent, model) = clerk(&store, tools, [turn(&["pay", "sign"]), done()]);
    let run = agent.run("go").await.unwrap();
    let (id, before) = (run.id(), stored(&store, run.id()).await);

    let table = [
        (
            agent.resume(id).approve("pay").approve("nothing"),
            "the run has no call `nothing`",
        ),
        (
            agent.resume(id).approve("pay").approve("sign"),
            "`approve` does not answer the call `sign`, which waits for: an output",
        ),
        (
            agent.resume(id).approve("pay").output("sign", 7),
            "the output for the call `sign` is not valid: expected string, found 7",
        ),
        (
            agent.resume(id).rerun("pay"),
            "`rerun` does not answer the call `pay`, which waits for: tool approval",
        ),
    ];
    for (resume, says) in table {
        assert_eq!(refusal(resume.await), says);
        assert_eq!(stored(&store, id).await, before, "{says}");
        let head = store.head(id).await.unwrap().unwrap();
        assert_eq!(head.status, Status::WaitingForHuman, "{says}");
        assert_eq!(ledger.lines(), [""; 0], "{says}");
    }

    let run = agent.resume(id).approve("pay").output("sign", "signed");
    let run = run.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["pay"]);
    assert_eq!(
        told(&model.requests()[1]),
        [
            ("pay", r#""pay ran""#, false),
            ("sign", r#""signed""#, false)
        ]
    );
}

#[tokio::test]
async fn f02_what_somebody_says_does_not_discard_the_calls_that_wait() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, model) = clerk(&store, [gated("pay", &ledger)], [turn(&["pay"]), done()]);
    let run = agent.run("go").await.unwrap();
    let run = agent.resume(run.id()).say("Hurry.").await.unwrap();
    assert_eq!(pending(pause(&run)), [("pay", PendingKind::ToolApproval)]);
    assert_eq!(model.requests().len(), 1);

    agent.resume(run.id()).approve("pay").await.unwrap();
    let requests = model.requests();
    let [.., Message::Tool(_), Message::User(said)] = requests[1].transcript.messages() else {
        panic!("{:?}", requests[1].transcript)
    };
    assert_eq!(said[0].as_text(), Some("Hurry."));
    assert_eq!(ledger.lines(), ["pay"]);
}

#[tokio::test]
async fn f02_an_approval_for_a_tool_that_is_gone_changes_nothing() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, _) = clerk(&store, [gated("pay", &ledger)], [turn(&["pay"])]);
    let run = agent.run("go").await.unwrap();
    let before = stored(&store, run.id()).await;

    let (without, _) = clerk(&store, [automatic("look", &ledger)], []);
    let refused = refusal(without.resume(run.id()).approve("pay").await);
    assert!(refused.contains("there is no tool `pay`"), "{refused}");
    assert_eq!(stored(&store, run.id()).await, before);
    let (again, _) = clerk(&store, [gated("pay", &ledger)], [done()]);
    again.resume(run.id()).approve("pay").await.unwrap();
    assert_eq!(ledger.lines(), ["pay"]);
}

#[tokio::test]
async fn f02_an_output_for_a_tool_that_is_gone_changes_nothing() {
    let store = MemoryStore::new();
    let (agent, _) = clerk(&store, [manual("sign")], [turn(&["sign"])]);
    let run = agent.run("go").await.unwrap();
    let before = stored(&store, run.id()).await;

    let (without, _) = clerk(&store, [], [done()]);
    let refused = refusal(without.resume(run.id()).output("sign", "signed").await);
    assert!(refused.contains("there is no tool `sign`"), "{refused}");
    assert_eq!(stored(&store, run.id()).await, before);
}

/// A tool that changes the next question.
fn cooling() -> Tool {
    Tool::builder("cool")
        .description("Cool down.")
        .next_turn(NextTurn::new().temperature(0.2).tools(["pay"]))
        .sync_handler(|_: Nothing, _| Ok::<_, ToolError>(()))
        .build()
}

#[tokio::test]
async fn f05_what_a_call_changes_for_the_next_question_survives_a_pause_and_ends_with_it() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let tools = || [cooling(), gated("pay", &ledger), automatic("look", &ledger)];
    let (agent, _) = clerk(&store, tools(), [turn(&["cool", "pay"])]);
    let run = agent.run("go").await.unwrap();
    assert_eq!(run.state().status(), Status::WaitingForHuman);

    let again = calls([("again", "pay", "{}")]);
    let (elsewhere, model) = clerk(&store, tools(), [again, done()]);
    let run = elsewhere.resume(run.id()).approve("pay").await.unwrap();
    elsewhere.resume(run.id()).approve("again").await.unwrap();
    let requests = model.requests();
    let asked = requests.iter().map(|request| {
        let tools = request.tools.definitions().iter();
        let tools: Vec<_> = tools.map(|tool| &*tool.name).collect();
        (request.sampling.temperature, tools)
    });
    assert_eq!(
        asked.collect::<Vec<_>>(),
        [
            (Some(0.2), vec!["pay"]),
            (None, vec!["cool", "pay", "look"]),
        ]
    );
}

#[tokio::test]
async fn f06_an_interactive_tool_is_not_asked_before_its_call_is_approved() {
    let ledger = Ledger::default();
    let notes = ledger.clone();
    let refund = Tool::builder("refund")
        .description("Give money back.")
        .require_approval()
        .interactive(move |_: Nothing, _| {
            notes.write("asked");
            async { Ok::<_, ToolError>(Interactive::<u32>::pending("how much?")) }
        })
        .build();
    let (agent, model) = clerk(&MemoryStore::new(), [refund], [turn(&["refund"]), done()]);
    let run = agent.run("go").await.unwrap();
    assert_eq!(
        pending(pause(&run)),
        [("refund", PendingKind::ToolApproval)]
    );
    assert_eq!(ledger.lines(), [""; 0]);
    refusal(agent.resume(run.id()).output("refund", 7).await);

    let run = agent.resume(run.id()).approve("refund").await.unwrap();
    assert_eq!(pending(pause(&run)), [("refund", PendingKind::Interactive)]);
    let run = agent.resume(run.id()).output("refund", 7).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["asked"]);
    assert_eq!(told(&model.requests()[1]), [("refund", "7", false)]);
}

#[tokio::test]
async fn f14_of_two_resumes_of_one_paused_run_one_executes_the_call() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let tools = || [gated("pay", &ledger)];
    let (agent, _) = clerk(&store, tools(), [turn(&["pay"]), done()]);
    let run = agent.run("go").await.unwrap();
    // Both saw the run while it was paused.
    let kept = run.state().clone();
    agent.resume(&kept).approve("pay").await.unwrap();
    assert_eq!(kept.status(), Status::WaitingForHuman, "a state is a value");

    let (elsewhere, model) = clerk(&store, tools(), [done()]);
    let error = elsewhere.resume(&kept).approve("pay").await.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Store(StoreError::Conflict { .. })),
        "{error:?}"
    );
    assert_eq!(ledger.lines(), ["pay"]);
    assert_eq!(model.requests().len(), 0);
}

#[tokio::test]
async fn f14_a_tool_gets_a_key_that_stays_the_same_when_it_runs_again() {
    let (store, ledger, begun) = (
        MemoryStore::new(),
        Ledger::default(),
        Arc::new(Notify::new()),
    );
    let tool = || {
        let (ledger, begun) = (ledger.clone(), Arc::clone(&begun));
        Tool::builder("pay")
            .description("Pay.")
            .idempotent()
            .handler(move |_: Nothing, context: ToolContext| {
                let (ledger, begun) = (ledger.clone(), Arc::clone(&begun));
                async move {
                    ledger.write(format!(
                        "{} {}",
                        context.idempotency_key(),
                        context.attempt()
                    ));
                    begun.notify_one();
                    if context.attempt() == 1 {
                        std::future::pending::<()>().await;
                    }
                    Ok::<_, ToolError>(())
                }
            })
            .build()
    };
    let (agent, _) = clerk(&store, [tool()], [turn(&["pay"])]);
    let mut id = String::new();
    let run = agent
        .run("go")
        .on_event(|event| id = event.run_id.to_string());
    tokio::select! {
        _ = run.into_future() => panic!("it never ends"),
        () = begun.notified() => {}
    }
    let (elsewhere, _) = clerk(&store, [tool()], [done()]);
    elsewhere.resume(&id).await.unwrap();
    assert_eq!(
        ledger.lines(),
        [format!("{id}/pay 1"), format!("{id}/pay 2")]
    );
}
