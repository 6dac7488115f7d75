//! Runs that are lost at any point, and taken up again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use phaseo_agent::ErrorKind;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Entry, PendingKind};
use phaseo_agent::store::{Head, Lease, MemoryStore, Query, Store, StoreError};
use phaseo_agent::testing::ScriptedModel;
use tokio::sync::{Barrier, Notify};

use crate::{Ledger, calls};

/// Pay an invoice. It must not be paid twice.
#[tool]
async fn pay(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    ledger.write(format!("pay {}", context.idempotency_key()));
    true
}

/// Write a note. Writing it again with the same key does no harm.
#[tool(idempotent)]
async fn note(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    ledger.write(format!("note {}", context.idempotency_key()));
    true
}

/// You pay and note.
#[agent(model = "test/model", tools(pay, note), tool_concurrency = 2)]
async fn clerk(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// A store whose `n`th append fails, before it is made or after, as a crash around a write looks.
#[derive(Clone)]
struct Failing {
    inner: MemoryStore,
    left: Arc<AtomicUsize>,
    writes_first: bool,
}

impl Store for Failing {
    async fn append(
        &self,
        run: &str,
        expected_seq: u64,
        entries: &[Arc<Entry>],
        head: &Head,
    ) -> Result<(), StoreError> {
        let fails = self.left.fetch_sub(1, Ordering::Relaxed) == 1;
        if !fails || self.writes_first {
            self.inner.append(run, expected_seq, entries, head).await?;
        }
        if fails {
            Err(StoreError::backend("the disk is gone"))
        } else {
            Ok(())
        }
    }

    async fn load(&self, run: &str, after_seq: u64) -> Result<Vec<Arc<Entry>>, StoreError> {
        self.inner.load(run, after_seq).await
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

fn script(answered: usize) -> Vec<Response> {
    let all = [
        calls([("c1", "pay", "{}"), ("c2", "note", "{}")]),
        calls([("c3", "pay", "{}")]),
        Response::text("paid"),
    ];
    all.into_iter().skip(answered).collect()
}

fn agent(store: impl Store, ledger: &Ledger, answers: Vec<Response>) -> Agent<ClerkInput, String> {
    let builder = clerk::agent().client(ScriptedModel::new(answers));
    builder
        .state(ledger.clone())
        .store(store)
        .build()
        .expect("the agent is complete")
}

/// Whatever write a crash falls on, and on whichever side of it: nothing that was done is done
/// again unless it is idempotent, what may have been done is named, and the run reaches its end.
#[tokio::test]
async fn a_run_survives_a_crash_at_every_write() {
    for writes_first in [false, true] {
        let mut doubts = 0;
        for crash_at in 1.. {
            let (store, ledger) = (MemoryStore::new(), Ledger::default());
            let failing = Failing {
                inner: store.clone(),
                left: Arc::new(AtomicUsize::new(crash_at)),
                writes_first,
            };
            let Err(error) = agent(failing, &ledger, script(0)).run("go").await else {
                assert!(
                    crash_at > 6,
                    "a run of three steps saves more than six times"
                );
                break;
            };
            assert!(
                matches!(error.kind(), ErrorKind::Store(StoreError::Backend(_))),
                "{error:?}"
            );
            let state = error.run().expect("the run is readable");
            assert!(
                !state.unsaved().is_empty(),
                "the error holds what was not saved"
            );
            let run_id = state.run_id().to_owned();
            let saved = store.load(&run_id, 0).await.unwrap();
            if saved.is_empty() {
                assert_eq!(
                    (crash_at, ledger.lines().len()),
                    (1, 0),
                    "nothing is done before the run is on record"
                );
                continue;
            }
            let answered = saved
                .iter()
                .filter(|entry| matches!(entry.fact, phaseo_agent::run::Fact::ModelAnswered { .. }))
                .count();
            let elsewhere = agent(store.clone(), &ledger, script(answered));
            let mut run = elsewhere.resume(&run_id).await.unwrap();
            if let Outcome::Paused(pause) = run.outcome() {
                let mut resume = elsewhere.resume(&run_id);
                for pending in &pause.pending {
                    assert_eq!(
                        (pending.kind, pending.name.as_str()),
                        (PendingKind::InDoubt, "pay")
                    );
                    doubts += 1;
                    // The ledger is the truth about whether it was paid.
                    let paid = ledger
                        .lines()
                        .contains(&format!("pay {run_id}/{}", pending.id));
                    resume = match paid {
                        true => resume.give_up(&pending.id, "it was paid, the receipt is lost"),
                        false => resume.rerun(&pending.id),
                    };
                }
                run = resume.await.unwrap();
            }
            assert_eq!(
                run.outcome(),
                &Outcome::Completed("paid".to_owned()),
                "crash at write {crash_at}"
            );
            let lines = ledger.lines();
            for call in ["c1", "c3"] {
                let paid = lines
                    .iter()
                    .filter(|line| **line == format!("pay {run_id}/{call}"))
                    .count();
                assert_eq!(
                    paid, 1,
                    "crash at write {crash_at} ({writes_first}): {lines:?}"
                );
            }
            assert!(lines.contains(&format!("note {run_id}/c2")), "{lines:?}");
        }
        assert!(
            doubts > 0,
            "no crash fell between a claim and its settlement"
        );
    }
}

/// Wait for a signal that never comes.
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
        watched.write("cancelled");
    });
    begun.notify_one();
    std::future::pending::<()>().await;
    ledger.write("went on");
    true
}

/// You wait.
#[agent(model = "test/model", tools(hang))]
async fn waiter(text: String) -> Prompt<String> {
    Prompt::user(text)
}

#[tokio::test]
async fn a_run_that_is_dropped_stops_its_tools_and_leaves_them_in_doubt() {
    let (store, ledger, begun) = (
        MemoryStore::new(),
        Ledger::default(),
        Arc::new(Notify::new()),
    );
    let agent = waiter::agent()
        .client(ScriptedModel::new([calls([("c1", "hang", "{}")])]))
        .state(ledger.clone())
        .state(Arc::clone(&begun))
        .store(store.clone())
        .build()
        .unwrap();
    tokio::select! {
        _ = agent.run("go").into_future() => panic!("the tool never ends"),
        () = begun.notified() => {}
    }
    while ledger.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(ledger.lines(), ["cancelled"]);
    let run_id = store.list(&Query::all()).await.unwrap()[0].run_id.clone();
    let run = agent.resume(run_id).await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(pause.pending[0].kind, PendingKind::InDoubt);
}

/// Do one part of the work. All parts are done before the first result can be saved.
#[tool]
async fn part(
    State(meeting): State<Arc<Barrier>>,
    State(ledger): State<Ledger>,
    context: ToolContext,
) -> String {
    ledger.write(&context.call().id);
    meeting.wait().await;
    context.call().id.clone()
}

/// You work.
#[agent(model = "test/model", tools(part), tool_concurrency = 3)]
async fn worker(text: String) -> Prompt<String> {
    Prompt::user(text)
}

#[tokio::test]
async fn results_that_have_come_when_a_write_fails_are_in_the_error() {
    // Started and asked, answered, checked and claimed: the fourth write has the first result.
    let failing = Failing {
        inner: MemoryStore::new(),
        left: Arc::new(AtomicUsize::new(4)),
        writes_first: false,
    };
    let all = [
        ("a", "part", "{}"),
        ("b", "part", "{}"),
        ("c", "part", "{}"),
    ];
    let agent = worker::agent()
        .client(ScriptedModel::new([calls(all)]))
        .state(Arc::new(Barrier::new(3)))
        .state(Ledger::default())
        .store(failing)
        .build()
        .unwrap();
    let error = agent.run("go").await.unwrap_err();
    let state = error.run().expect("the run is readable");
    let settled = |call| state.call(call).and_then(|call| call.outcome()).is_some();
    assert_eq!(["a", "b", "c"].map(settled), [true; 3]);
    assert!(state.unsaved().len() >= 3);
}
