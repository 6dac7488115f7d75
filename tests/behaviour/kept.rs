//! Runs that the caller keeps, without a store that has them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Entry, Fact, State as RunState};
use phaseo_agent::store::{Head, Lease, MemoryStore, Query, Store, StoreError};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::{Agent, AgentBuilder, ErrorKind};

use crate::{Ledger, calls};

/// Deploy a release.
#[tool(approval = true)]
async fn deploy(release: String, State(ledger): State<Ledger>) -> String {
    ledger.write(format!("deployed {release}"));
    release
}

fn agent(
    answers: impl IntoIterator<Item = Response>,
    ledger: &Ledger,
) -> AgentBuilder<String, String> {
    let agent = Agent::builder("deployer")
        .model("test/model")
        .tools(deploy {});
    agent
        .client(ScriptedModel::new(answers))
        .state(ledger.clone())
}

fn asks() -> Response {
    calls([("c1", "deploy", r#"{"release":"2.4.1"}"#)])
}

#[tokio::test]
async fn a_paused_run_is_one_document_that_another_process_takes_up() {
    let ledger = Ledger::default();
    let run = agent([asks()], &ledger)
        .build()
        .unwrap()
        .run("Deploy.")
        .await
        .unwrap();
    let document = serde_json::to_string_pretty(run.state()).unwrap();

    // Another process, with a store of its own that has never seen the run.
    let store = MemoryStore::new();
    let elsewhere = agent([Response::text("Done.")], &ledger)
        .store(store.clone())
        .build()
        .unwrap();
    let state: RunState = serde_json::from_str(&document).unwrap();
    let mut told = Vec::new();
    let resumed = elsewhere.resume(state).approve("c1");
    let resumed = resumed
        .on_event(|event| told.push(event.seq))
        .await
        .unwrap();
    assert_eq!(resumed.outcome(), &Outcome::Completed("Done.".to_owned()));
    assert_eq!(ledger.lines(), ["deployed 2.4.1"]);
    let before = run.state().entries().len() as u64;
    assert!(
        told.iter().all(|seq| *seq > before),
        "what was told before is not told again"
    );
    let stored = Store::load(&store, run.id(), 0).await.unwrap();
    assert_eq!(
        stored.len(),
        resumed.state().entries().len(),
        "the store has all of it now"
    );
}

#[tokio::test]
async fn a_document_that_a_database_has_reformatted_is_the_same_run() {
    let ledger = Ledger::default();
    let agent = agent([asks(), Response::text("Done.")], &ledger)
        .build()
        .unwrap();
    let run = agent.run("Deploy.").await.unwrap();
    let tree: serde_json::Value = serde_json::to_value(run.state()).unwrap();
    let state: RunState = serde_json::from_value(tree).unwrap();
    let run = agent.resume(&state).approve("c1").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Done.".to_owned()));
}

#[tokio::test]
async fn a_state_that_the_store_has_left_behind_is_refused() {
    let ledger = Ledger::default();
    let agent = agent([asks(), Response::text("Done.")], &ledger)
        .build()
        .unwrap();
    let paused = agent.run("Deploy.").await.unwrap();
    agent.resume(paused.id()).approve("c1").await.unwrap();
    let error = agent
        .resume(paused.state())
        .approve("c1")
        .await
        .unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Store(StoreError::Conflict { .. })),
        "{error:?}"
    );
    assert_eq!(ledger.lines(), ["deployed 2.4.1"], "nothing was done twice");
}

/// A store that takes no entries while it is broken.
#[derive(Clone)]
struct Breaking(MemoryStore, Arc<AtomicBool>);

impl Store for Breaking {
    async fn append(
        &self,
        run: &str,
        seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        if self.1.load(Ordering::Relaxed) {
            return Err(StoreError::backend("the disk is full"));
        }
        Store::append(&self.0, run, seq, entries, head).await
    }

    async fn load(&self, run: &str, after: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        Store::load(&self.0, run, after).await
    }

    async fn lease(&self, run: &str, lease: &Lease, now: u64, seq: u64) -> Result<(), StoreError> {
        Store::lease(&self.0, run, lease, now, seq).await
    }

    async fn head(&self, run: &str) -> Result<Option<Head>, StoreError> {
        Store::head(&self.0, run).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Head>, StoreError> {
        Store::list(&self.0, query).await
    }

    async fn delete(&self, run: &str) -> Result<bool, StoreError> {
        Store::delete(&self.0, run).await
    }
}

/// Look a release up. The disk fills up meanwhile.
#[tool]
async fn look(State(broken): State<Arc<AtomicBool>>, State(ledger): State<Ledger>) -> String {
    ledger.write("looked");
    broken.store(true, Ordering::Relaxed);
    "2.4.1".to_owned()
}

#[tokio::test]
async fn what_a_failed_append_left_unsaved_is_saved_when_the_error_is_resumed() {
    let (ledger, broken) = (Ledger::default(), Arc::new(AtomicBool::new(false)));
    let store = Breaking(MemoryStore::new(), Arc::clone(&broken));
    let agent = agent(
        [
            calls([("c1", "look", "{}")]),
            Response::text("It is 2.4.1."),
        ],
        &ledger,
    );
    let agent = agent
        .tools(look {})
        .state(Arc::clone(&broken))
        .store(store)
        .build()
        .unwrap();
    let error = agent.run("Which release?").await.unwrap_err();
    assert!(error.is_retryable());
    let kept = error.run().unwrap();
    let unsaved = kept.unsaved().first().map(|entry| &entry.fact);
    assert!(
        matches!(unsaved, Some(Fact::CallSettled { .. })),
        "the result could not be saved"
    );

    broken.store(false, Ordering::Relaxed);
    let run = agent.resume(kept).await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed("It is 2.4.1.".to_owned())
    );
    assert_eq!(ledger.lines(), ["looked"], "the tool was not run again");
}
