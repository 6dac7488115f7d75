//! What others got wrong about waiting for people: the quirks 78 and 79.

use std::sync::Arc;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Decision, Decisions, Fact, PendingKind};
use phaseo_agent::store::{Store, decide};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Interactive;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Notify;

use super::{Nothing, gated, output, pause, pending, told};
use crate::{Ledger, calls};

/// Pays, and is cut off before it can say so, unless it is executed again.
pub(super) fn pay(ledger: &Ledger, paid: &Arc<Notify>) -> Tool {
    let (ledger, paid) = (ledger.clone(), Arc::clone(paid));
    Tool::builder("pay")
        .description("Pay an invoice.")
        .require_approval()
        .handler(move |_: Nothing, context: ToolContext| {
            ledger.write("paid");
            paid.notify_one();
            async move {
                if context.attempt() == 1 {
                    std::future::pending::<()>().await;
                }
                Ok::<_, ToolError>("paid".to_owned())
            }
        })
        .build()
}

fn cashier(
    tool: Tool,
    store: &MemoryStore,
    answers: impl IntoIterator<Item = Response>,
) -> (Agent<String, String>, ScriptedModel) {
    let model = ScriptedModel::new(answers);
    let agent = Agent::builder("cashier").model("test/model").tools(tool);
    let agent = agent.client(model.clone()).store(store.clone()).build();
    (agent.expect("the agent is complete"), model)
}

/// Who approved which call, as the store has it.
async fn approvals(store: &MemoryStore, run: &str) -> Vec<(String, Option<String>)> {
    let entries = store.load(run, 0).await.expect("it is in memory");
    let decided = entries.iter().filter_map(|entry| match &entry.fact {
        Fact::Decided {
            id: call,
            decision: Decision::Approve { .. },
            by,
            ..
        } => Some((call.clone(), by.clone())),
        _ => None,
    });
    decided.collect()
}

#[tokio::test]
async fn q78_an_approved_call_that_a_crash_cut_is_in_doubt_and_does_not_run_again() {
    let (store, ledger, paid) = (MemoryStore::new(), Ledger::default(), Arc::default());
    let (agent, _) = cashier(pay(&ledger, &paid), &store, [calls([("c1", "pay", "{}")])]);
    let run = agent.run("go").await.unwrap();
    tokio::select! {
        _ = agent.resume(run.id()).approve("c1").by("ada").into_future() => panic!("it never ends"),
        () = paid.notified() => {}
    }

    let done = [Response::text("done")];
    let (elsewhere, model) = cashier(pay(&ledger, &paid), &store, done);
    let run = elsewhere.resume(run.id()).await.unwrap();
    assert_eq!(pending(pause(&run)), [("c1", PendingKind::InDoubt)]);
    assert_eq!(ledger.lines(), ["paid"], "it did not run again");
    assert_eq!(
        approvals(&store, run.id()).await,
        [("c1".to_owned(), Some("ada".to_owned()))],
        "the approval is kept"
    );

    let run = elsewhere.resume(run.id()).output("c1", "receipt 7").await;
    let run = run.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(
        told(&model.requests()[0]),
        [("c1", r#""receipt 7""#, false)]
    );
    assert_eq!(ledger.lines(), ["paid"]);
}

#[tokio::test]
async fn q78_an_approval_that_was_not_carried_out_before_the_crash_is_not_lost() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let asks = [calls([("c1", "pay", "{}")])];
    let (agent, _) = cashier(gated("pay", &ledger), &store, asks);
    let run = agent.run("go").await.unwrap();
    let mut decisions = Decisions::default();
    decisions.push("c1", Decision::Approve { input: None });
    decide(&store, run.id(), decisions).await.unwrap();
    assert_eq!(ledger.lines(), [""; 0]);

    let done = [Response::text("done")];
    let (elsewhere, _) = cashier(gated("pay", &ledger), &store, done);
    let run = elsewhere.resume(run.id()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["pay"], "nobody is asked twice");
}

#[derive(Deserialize, JsonSchema)]
struct Question {
    question: String,
}

/// Asks a person, and writes each time that it is executed.
fn ask(ledger: &Ledger) -> Tool {
    let ledger = ledger.clone();
    Tool::builder("ask")
        .description("Ask a person.")
        .interactive(move |input: Question, context: ToolContext| {
            let ledger = ledger.clone();
            async move {
                ledger.write(&context.call().id);
                Ok::<_, ToolError>(Interactive::<String>::pending(input.question))
            }
        })
        .build()
}

#[tokio::test]
async fn q79_two_calls_that_wait_at_once_have_ids_of_their_own() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    // The provider sent one id for both.
    let twice = calls([
        ("c1", "ask", r#"{"question":"Who?"}"#),
        ("c1", "ask", r#"{"question":"When?"}"#),
    ]);
    let (agent, model) = cashier(ask(&ledger), &store, [twice, Response::text("done")]);
    let run = agent.run("go").await.unwrap();
    let [who, when] = &pause(&run).pending[..] else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!((&*who.reason, &*when.reason), ("Who?", "When?"));
    assert_ne!(who.id, when.id);

    let resume = agent.resume(run.id()).output(&when.id, "Today.");
    let partly = resume.await.unwrap();
    assert_eq!(
        pending(pause(&partly)),
        [(who.id.as_str(), PendingKind::Interactive)]
    );
    assert_eq!(output(partly.state(), &when.id), Some(r#""Today.""#));
    let resume = agent.resume(run.id()).output(&who.id, "Ada.");
    let done = resume.await.unwrap();
    assert_eq!(done.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(
        told(&model.requests()[1]),
        [
            (who.id.as_str(), r#""Ada.""#, false),
            (when.id.as_str(), r#""Today.""#, false),
        ]
    );
    let executed = [who.id.as_str(), when.id.as_str()];
    assert_eq!(ledger.lines(), executed, "nothing was executed again");
}
