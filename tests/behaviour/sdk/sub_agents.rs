//! Sub-agents that wait for people: the quirks 77 to 79 inside a call.

use std::sync::Arc;

use phaseo_agent::RawJson;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::PendingKind;
use phaseo_agent::testing::ScriptedModel;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Notify;

use super::quirks::pay;
use super::{gated, pause, pending, told};
use crate::{Ledger, calls};

#[derive(Deserialize, JsonSchema)]
struct File {
    path: String,
}

/// An agent whose sub-agent deletes files, with approval. Each "process" has its own.
fn delegating(
    store: &MemoryStore,
    ledger: &Ledger,
    answers: impl IntoIterator<Item = Response>,
) -> (Agent<String, String>, ScriptedModel) {
    let ledger = ledger.clone();
    let delete = Tool::builder("delete_file")
        .description("Delete a file.")
        .require_approval()
        .sync_handler(move |input: File, _| {
            ledger.write(format!("delete {}", input.path));
            Ok::<_, ToolError>("deleted")
        })
        .build();
    let cleaner = Agent::builder("cleaner")
        .instructions("You clean up.")
        .tools(delete);
    let model = ScriptedModel::new(answers);
    let agent = Agent::builder("manager")
        .model("test/model")
        .tools(cleaner)
        .client(model.clone())
        .store(store.clone())
        .build();
    (agent.expect("the agent is complete"), model)
}

/// The manager delegates, and the cleaner wants to delete a file.
fn delegates() -> [Response; 2] {
    [
        calls([("outer", "cleaner", r#"{"input":"Clean up."}"#)]),
        calls([("inner", "delete_file", r#"{"path":"/tmp/x"}"#)]),
    ]
}

#[tokio::test]
async fn q77_an_approval_inside_a_sub_agent_shows_the_inner_call_and_the_way_to_it() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, _) = delegating(&store, &ledger, delegates());
    let run = agent.run("go").await.unwrap();

    let [waits] = &pause(&run).pending[..] else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(
        (waits.id.as_str(), waits.name.as_str(), waits.input.as_str()),
        ("outer/inner", "delete_file", r#"{"path":"/tmp/x"}"#)
    );
    assert_eq!(waits.kind, PendingKind::ToolApproval);
    assert_eq!(waits.path[..], ["outer"]);
    assert_eq!(
        waits.to_string(),
        r#"outer/inner: delete_file({"path":"/tmp/x"}) waits: the tool needs approval (in `cleaner`)"#
    );
    assert_eq!(ledger.lines(), [""; 0]);
}

#[tokio::test]
async fn q77_an_approval_inside_a_sub_agent_can_be_given_in_another_process() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, _) = delegating(&store, &ledger, delegates());
    let run = agent.run("go").await.unwrap();

    let answers = ["cleaned", "all done"].map(Response::text);
    let (elsewhere, model) = delegating(&store, &ledger, answers);
    let resume = elsewhere.resume(run.id()).approve("outer/inner");
    let run = resume.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("all done".to_owned()));
    assert_eq!(ledger.lines(), ["delete /tmp/x"]);
    let requests = model.requests();
    assert_eq!(
        told(&requests[0]),
        [("outer/inner", r#""deleted""#, false)],
        "the inner model is told first"
    );
    assert_eq!(told(&requests[1]), [("outer", r#""cleaned""#, false)]);
}

#[tokio::test]
async fn q77_the_way_to_an_approval_names_every_call_that_it_lies_in() {
    let ledger = Ledger::default();
    let inner = Agent::builder("inner").instructions("You pay.");
    let inner = inner.tools(gated("pay", &ledger));
    let middle = Agent::builder("middle")
        .instructions("You delegate.")
        .tools(inner);
    let input = r#"{"input":"Pay."}"#;
    let model = ScriptedModel::new([
        calls([("a", "middle", input)]),
        calls([("b", "inner", input)]),
        calls([("c", "pay", "{}")]),
        Response::text("paid"),
        Response::text("settled"),
        Response::text("done"),
    ]);
    let outer = Agent::builder("outer").model("test/model").tools(middle);
    let agent = outer.client(model.clone()).build().unwrap();
    let run = agent.run("go").await.unwrap();
    let [waits] = &pause(&run).pending[..] else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!((waits.id.as_str(), waits.name.as_str()), ("a/b/c", "pay"));
    assert_eq!(waits.path[..], ["a", "a/b"]);
    let agents = waits.path.iter().map(|call| {
        let frame = run.state().opened_by(call).expect("it was opened");
        frame.agent_id()
    });
    assert_eq!(agents.collect::<Vec<_>>(), ["middle", "inner"]);

    let run = agent.resume(run.id()).approve("a/b/c").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["pay"]);
    assert_eq!(
        told(model.requests().last().unwrap()),
        [("a", r#""settled""#, false)]
    );
}

/// An agent whose sub-agent pays, and never hears that it did.
fn paying(
    store: &MemoryStore,
    ledger: &Ledger,
    paid: &Arc<Notify>,
    answers: impl IntoIterator<Item = Response>,
) -> Agent<String, String> {
    let pay = pay(ledger, paid);
    let payer = Agent::builder("payer").instructions("You pay.").tools(pay);
    Agent::builder("manager")
        .model("test/model")
        .tools(payer)
        .client(ScriptedModel::new(answers))
        .store(store.clone())
        .build()
        .expect("the agent is complete")
}

#[tokio::test]
async fn q78_of_a_crash_inside_a_sub_agent_only_the_inner_call_is_in_doubt() {
    let (store, ledger, paid) = (MemoryStore::new(), Ledger::default(), Arc::default());
    let delegates = [
        calls([("outer", "payer", r#"{"input":"Pay."}"#)]),
        calls([("inner", "pay", "{}")]),
    ];
    let agent = paying(&store, &ledger, &paid, delegates);
    let run = agent.run("go").await.unwrap();
    tokio::select! {
        _ = agent.resume(run.id()).approve("outer/inner").into_future() => panic!("it never ends"),
        () = paid.notified() => {}
    }

    let answers = ["paid it", "all done"].map(Response::text);
    let elsewhere = paying(&store, &ledger, &paid, answers);
    let run = elsewhere.resume(run.id()).await.unwrap();
    assert_eq!(
        pending(pause(&run)),
        [("outer/inner", PendingKind::InDoubt)]
    );
    let resume = elsewhere.resume(run.id()).output("outer/inner", "receipt");
    let run = resume.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("all done".to_owned()));
    assert_eq!(ledger.lines(), ["paid"]);
}

#[tokio::test]
async fn q79_the_same_call_id_in_two_sub_agents_waits_twice() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let input = r#"{"input":"Clean up."}"#;
    let inner = |path: &str| {
        let input = RawJson::of(&serde_json::json!({ "path": path })).unwrap();
        calls([("call_0", "delete_file", input.as_str())])
    };
    let answers = [
        calls([("a", "cleaner", input), ("b", "cleaner", input)]),
        inner("/tmp/x"),
        inner("/tmp/y"),
        Response::text("kept"),
        Response::text("cleaned"),
        Response::text("done"),
    ];
    let (agent, model) = delegating(&store, &ledger, answers);
    let run = agent.run("go").await.unwrap();
    let ids: Vec<_> = pause(&run).pending.iter().map(|it| &*it.id).collect();
    assert_eq!(ids, ["a/call_0", "b/call_0"]);

    let resume = agent.resume(run.id()).reject("a/call_0", "Keep it.");
    let run = resume.await.unwrap();
    assert_eq!(
        pending(pause(&run)),
        [("b/call_0", PendingKind::ToolApproval)]
    );
    let run = agent.resume(run.id()).approve("b/call_0").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["delete /tmp/y"]);
    assert_eq!(
        told(model.requests().last().unwrap()),
        [("a", r#""kept""#, false), ("b", r#""cleaned""#, false)]
    );
}
