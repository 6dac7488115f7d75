//! Processes that take over what another one left, and only that.

use std::time::Duration;

use phaseo_agent::prelude::*;
use phaseo_agent::run::Fact;
use phaseo_agent::store::StoreError;
use tempfile::tempdir;
use tokio::time::{Interval, interval};

use crate::ledger;
use crate::place::Kind;
use crate::process::Worker;
use crate::worker::{ANSWER, ClerkInput, SCRIPT, Scripted, the_leasing_clerk};

#[tokio::test]
async fn what_a_crashed_process_held_is_taken_over_when_its_lease_has_run_out() {
    is_taken_over(Kind::Sqlite, Loss::Killed).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn what_a_crashed_process_held_in_postgres_is_taken_over_when_its_lease_has_run_out() {
    is_taken_over(Kind::Postgres("crashed"), Loss::Killed).await;
}

#[tokio::test]
async fn a_process_that_wakes_after_its_run_was_taken_over_is_refused() {
    is_taken_over(Kind::Sqlite, Loss::Asleep).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_process_that_wakes_after_its_run_in_postgres_was_taken_over_is_refused() {
    is_taken_over(Kind::Postgres("asleep"), Loss::Asleep).await;
}

/// How a process is lost to those who wait for it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Loss {
    Killed,
    /// Stopped, until somebody wakes it.
    Asleep,
}

/// Nobody has the run while its process lives, nor before the lease of a lost one has run out.
async fn is_taken_over(kind: Kind, loss: Loss) {
    let folder = tempdir().expect("a folder can be made");
    let place = kind.place(folder.path()).await;
    let mut holder = Worker::start(folder.path(), &place, "hold");
    let agent = the_leasing_clerk(folder.path(), &place, Scripted(&SCRIPT)).await;
    let run = place.head().await.run_id;
    let mut taker = Taker {
        agent,
        run,
        pace: interval(Duration::from_millis(20)),
    };

    // Longer than a term, which would have run out if the living one did not renew it.
    let mut until = Vec::new();
    while until.len() < 5 {
        let told = taker.take().await.expect_err("its process lives");
        if until.last() != Some(&told) {
            until.push(told);
        }
    }
    assert!(until.is_sorted(), "{until:?}");
    match loss {
        Loss::Killed => holder.kill(),
        Loss::Asleep => holder.signal("STOP"),
    }
    let (mut last, mut refused) = (0, 0);
    let run = loop {
        match taker.take().await {
            Ok(run) => break run,
            Err(told) => (last, refused) = (told, refused + 1),
        }
    };
    assert!(refused > 0, "it was free at once");
    let state = place.state(run.id()).await;
    let resumed = state
        .entries()
        .iter()
        .find(|entry| matches!(entry.fact, Fact::Resumed { .. }));
    let at = resumed.expect("the log says who took it over").at;
    assert!(at >= last, "taken over at {at}, leased until {last}");

    if loss == Loss::Asleep {
        holder.signal("CONT");
        holder.order("go on");
        assert_eq!(holder.answer(), "conflict");
        holder.stop();
    }
    assert_eq!(run.outcome(), &Outcome::Completed(ANSWER.to_owned()));
    let ended = place.state(run.id()).await;
    assert_eq!(
        ended.entries(),
        state.entries(),
        "somebody wrote behind the end"
    );
    assert_eq!(place.head().await.lease, None);
    let effects = ledger::effects(folder.path());
    for (call, tool) in SCRIPT.iter().copied().flatten() {
        let key = format!("{}/{call}", run.id());
        assert_eq!(ledger::count(&effects, tool, &key), 1, "{tool} {key}");
    }
    println!(
        "refused {refused} times, and taken over {} ms behind the lease's end",
        at - last
    );
}

/// Tries to take a run over, again and again.
struct Taker {
    agent: Agent<ClerkInput, String>,
    run: String,
    pace: Interval,
}

impl Taker {
    /// The run at its end, or until when it is leased to another.
    async fn take(&mut self) -> Result<Run<String>, u64> {
        self.pace.tick().await;
        match self.agent.resume(&self.run).await {
            Ok(run) => Ok(run),
            Err(error) => match error.kind() {
                ErrorKind::Store(StoreError::Leased { until, .. }) => Err(*until),
                _ => panic!("{error:?}"),
            },
        }
    }
}
