//! Calls that wait for a person.

use std::sync::Arc;

use phaseo_agent::ErrorKind;
use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{CallOutcome, Entry, PendingKind, Status};
use phaseo_agent::store::{Head, Lease, MemoryStore, Query, Store, StoreError};
use phaseo_agent::testing::ScriptedModel;
use tokio::sync::Barrier;

use crate::{Ledger, calls};

/// Deploy a release.
#[tool(approval = true)]
async fn deploy(release: String, State(ledger): State<Ledger>) -> bool {
    ledger.write(format!("deploy {release}"));
    true
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Empty {}

/// Look at the time.
#[tool]
async fn look(State(ledger): State<Ledger>) -> bool {
    ledger.write("look");
    true
}

/// You deploy.
#[agent(model = "test/model", tools(deploy, look))]
async fn deployer(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// Another agent with the same tools.
#[agent(model = "test/model", tools(deploy, look))]
async fn other(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// Each "process" has an agent of its own; they share the store.
fn process(
    store: &MemoryStore,
    ledger: &Ledger,
    answers: Vec<Response>,
) -> Agent<DeployerInput, String> {
    process_on(store.clone(), ledger, answers)
}

fn process_on(
    store: impl Store,
    ledger: &Ledger,
    answers: Vec<Response>,
) -> Agent<DeployerInput, String> {
    let builder = deployer::agent().client(ScriptedModel::new(answers));
    builder
        .state(ledger.clone())
        .store(store)
        .build()
        .expect("the agent is complete")
}

/// A store whose readers wait for each other, so that two resumes see the same log.
struct Meeting {
    inner: MemoryStore,
    readers: Arc<Barrier>,
}

impl Store for Meeting {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        self.inner.append(run, expected_seq, entries, head).await
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        let entries = self.inner.load(run, after_seq).await;
        self.readers.wait().await;
        entries
    }

    async fn lease(
        &self,
        run: &str,
        lease: &Lease,
        now: u64,
        expected_seq: u64,
    ) -> Result<(), StoreError> {
        self.inner.lease(run, lease, now, expected_seq).await
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        self.inner.head(run).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        self.inner.list(query).await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        self.inner.delete(run).await
    }
}

fn both() -> Vec<Response> {
    vec![calls([
        ("c1", "deploy", r#"{"release":"2.4.1"}"#),
        ("c2", "look", "{}"),
    ])]
}

#[tokio::test]
async fn a_call_runs_after_its_approval_in_another_process() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(pause.pending.len(), 1);
    assert_eq!(
        (pause.pending[0].id.as_str(), pause.pending[0].kind),
        ("c1", PendingKind::ToolApproval)
    );
    assert_eq!(
        pause.to_string(),
        r#"c1: deploy({"release":"2.4.1"}) waits: the tool needs approval"#
    );
    assert_eq!(
        ledger.lines(),
        ["look"],
        "automatic calls run before the pause, gated ones do not"
    );

    let elsewhere = process(&store, &ledger, vec![Response::text("deployed")]);
    let done = elsewhere
        .resume(run.id())
        .approve("c1")
        .by("ada")
        .await
        .unwrap();
    assert_eq!(done.outcome(), &Outcome::Completed("deployed".to_owned()));
    assert_eq!(ledger.lines(), ["look", "deploy 2.4.1"]);
    let Message::Tool(results) = &done.state().transcript()[2] else {
        panic!("results follow the calls")
    };
    assert_eq!(
        results
            .iter()
            .map(|result| result.id.as_str())
            .collect::<Vec<_>>(),
        ["c1", "c2"]
    );
}

#[tokio::test]
async fn a_rejected_call_never_runs() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    let elsewhere = process(&store, &ledger, vec![Response::text("not deployed")]);
    let done = elsewhere
        .resume(run.id())
        .reject("c1", "Not authorised")
        .await
        .unwrap();
    assert_eq!(
        done.outcome(),
        &Outcome::Completed("not deployed".to_owned())
    );
    assert_eq!(ledger.lines(), ["look"]);
    let Message::Tool(results) = &done.state().transcript()[2] else {
        panic!("results follow the calls")
    };
    assert_eq!(results[0].output.as_str(), r#"{"error":"Not authorised"}"#);
}

#[tokio::test]
async fn a_run_that_waits_stays_as_it_is_without_a_decision() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    let before = run.state().entries().len();
    let again = process(&store, &ledger, Vec::new())
        .resume(run.id())
        .await
        .unwrap();
    assert_eq!(
        (again.outcome(), again.state().entries().len()),
        (run.outcome(), before)
    );
}

#[tokio::test]
async fn a_bad_decision_changes_nothing_and_the_run_can_still_be_resumed() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    let elsewhere = process(&store, &ledger, vec![Response::text("deployed")]);
    let error = elsewhere
        .resume(run.id())
        .approve("c1")
        .approve("c9")
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "the decision cannot be taken");
    let cause = std::error::Error::source(&error)
        .expect("it has a cause")
        .to_string();
    assert_eq!(cause, "the run has no call `c9`");
    assert_eq!(error.run_id(), Some(run.id()));
    assert_eq!(ledger.lines(), ["look"]);
    elsewhere.resume(run.id()).approve("c1").await.unwrap();
    assert_eq!(ledger.lines(), ["look", "deploy 2.4.1"]);
}

#[tokio::test]
async fn of_two_resumes_one_drives_the_run() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    let readers = Arc::new(Barrier::new(2));
    let meeting = || Meeting {
        inner: store.clone(),
        readers: Arc::clone(&readers),
    };
    let one = process_on(meeting(), &ledger, vec![Response::text("one")]);
    let two = process_on(meeting(), &ledger, vec![Response::text("two")]);
    let (one, two) = tokio::join!(
        one.resume(run.id()).approve("c1"),
        two.resume(run.id()).approve("c1")
    );
    let (won, lost) = if one.is_ok() { (one, two) } else { (two, one) };
    assert!(matches!(won.unwrap().outcome(), Outcome::Completed(_)));
    let error = lost.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Store(StoreError::Conflict { .. })),
        "{error:?}"
    );
    assert!(
        !error
            .run()
            .expect("the run is readable")
            .unsaved()
            .is_empty()
    );
    assert_eq!(
        ledger.lines(),
        ["look", "deploy 2.4.1"],
        "the call ran once"
    );
}

#[tokio::test]
async fn a_run_is_resumed_by_its_own_agent_only() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    let stranger = other::agent()
        .client(ScriptedModel::default())
        .state(ledger.clone())
        .store(store.clone())
        .build()
        .unwrap();
    let error = stranger.resume(run.id()).approve("c1").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the run belongs to the agent `deployer`, not to `other`"
    );
    let error = stranger.resume("nowhere").await.unwrap_err();
    assert_eq!(error.to_string(), "there is no run `nowhere`");
}

#[tokio::test]
async fn a_store_lists_the_runs_that_wait() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let run = process(&store, &ledger, both()).run("go").await.unwrap();
    process(&store, &ledger, vec![Response::text("nothing to do")])
        .run("go")
        .await
        .unwrap();
    let waiting = Query::all().status(Status::WaitingForHuman);
    let heads = store.list(&waiting).await.unwrap();
    assert_eq!(
        heads
            .iter()
            .map(|head| head.run_id.as_str())
            .collect::<Vec<_>>(),
        [run.id()]
    );
}

#[tokio::test]
async fn what_was_rejected_is_rejected_again_also_when_something_was_said_beside_it() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let asks = |id| calls([(id, "deploy", r#"{"release":"2.4.1"}"#)]);
    let answers = vec![asks("c1"), asks("c2"), Response::text("not deployed")];
    let agent = process(&store, &ledger, answers);
    let run = agent.run("go").await.unwrap();
    let resumed = agent.resume(run.id()).reject("c1", "Not today.");
    let run = resumed.say("Use the staging system.").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed("not deployed".to_owned())
    );
    let reason = "Not today.".to_owned();
    let outcome = run.state().call("c2").and_then(|call| call.outcome());
    assert_eq!(outcome, Some(&CallOutcome::Rejected { reason }));
    assert_eq!(ledger.lines(), [""; 0]);
}

#[tokio::test]
async fn what_waits_in_a_run_that_has_failed_can_be_approved() {
    let ledger = Ledger::default();
    let fail = Tool::builder("fail")
        .description("Fail.")
        .handler(async |_: Empty, _| Err::<bool, _>(ToolError::fatal("broken")))
        .build();
    let asks = calls([
        ("c1", "deploy", r#"{"release":"2.4.1"}"#),
        ("c2", "fail", "{}"),
    ]);
    let model = ScriptedModel::new([asks, Response::text("deployed")]);
    let agent = deployer::agent().tools(fail).client(model);
    let agent = agent.state(ledger.clone()).build().unwrap();
    let error = agent.run("go").await.unwrap_err();
    let id = error.run_id().expect("the run is kept");
    assert_eq!(ledger.lines(), [""; 0]);
    let run = agent.resume(id).approve("c1").by("ada").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("deployed".to_owned()));
    assert_eq!(ledger.lines(), ["deploy 2.4.1"]);
}
