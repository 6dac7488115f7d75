//! Runs that the caller keeps, without a store that has them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Entry, Fact, State as RunState};
use phaseo_agent::store::{Head, Lease, MemoryStore, Query, SqliteStore, Store, StoreError};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::{Agent, AgentBuilder, ErrorKind, Kept};

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

#[tokio::test]
async fn a_call_whose_claim_could_not_be_saved_is_not_in_doubt() {
    let (ledger, broken) = (Ledger::default(), Arc::new(AtomicBool::new(false)));
    let store = Breaking(MemoryStore::new(), Arc::clone(&broken));
    let breaks = Arc::clone(&broken);
    // The disk fills up while the call is checked.
    let agent = agent([asks(), Response::text("Done.")], &ledger).approval(move |_| {
        breaks.store(true, Ordering::Relaxed);
        async { Ok::<_, ToolError>(Approval::Allow) }
    });
    let agent = agent.store(store.clone()).build().unwrap();
    let error = agent.run("Deploy.").await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Store(_)), "{error:?}");
    let kept = error.run().unwrap();
    let unsaved: Vec<_> = kept.unsaved().iter().map(|entry| &entry.fact).collect();
    assert!(
        matches!(unsaved[..], [Fact::CallChecked { .. }]),
        "{unsaved:?}"
    );

    broken.store(false, Ordering::Relaxed);
    let run = agent.resume(kept).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Done.".to_owned()));
    assert_eq!(ledger.lines(), ["deployed 2.4.1"]);
    let stored = Store::load(&store, run.id(), 0).await.unwrap();
    let claims = stored.iter().filter_map(|entry| match &entry.fact {
        Fact::CallClaimed { attempt, .. } => Some(*attempt),
        _ => None,
    });
    assert_eq!(claims.collect::<Vec<_>>(), [1]);
}

#[tokio::test]
async fn a_number_is_the_same_in_a_store_and_in_a_document() {
    // All the digits that a number has: not every way to read them gives back what was written.
    for hundredths in 1..=12 {
        let temperature = f64::from(hundredths) / 100.0 * 1.1;
        let ledger = Ledger::default();
        let store = SqliteStore::open(":memory:").unwrap();
        let asking = agent([asks()], &ledger).store(store.clone());
        let asking = asking.build().unwrap();
        let run = asking.run("Deploy.").temperature(temperature).await;
        let run = run.unwrap();
        let document = serde_json::to_string(run.state()).unwrap();
        let read: RunState = serde_json::from_str(&document).unwrap();
        let tree: RunState =
            serde_json::from_value(serde_json::to_value(run.state()).unwrap()).unwrap();
        // A store that has never seen the run takes what the caller kept.
        for (kept, store) in [
            (Kept::from(read), None),
            (Kept::from(tree), None),
            (Kept::from(run.state()), Some(store)),
        ] {
            let model = ScriptedModel::new([Response::text("Done.")]);
            let agent = agent([], &ledger).client(model.clone());
            let agent = match store {
                Some(store) => agent.store(store),
                None => agent,
            };
            let agent = agent.build().unwrap();
            agent.resume(kept).approve("c1").await.unwrap();
            let sampling = &model.requests()[0].sampling;
            assert_eq!(sampling.temperature, Some(temperature));
        }
    }
}
