//! Two processes on one store.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::slice;

use phaseo_agent::store::{Lease, PostgresStore, SqliteStore, Store, StoreError};
use tempfile::tempdir;

use crate::logs::log_by;
use crate::schema::schema;

/// In the environment of a worker: the file or the URL to open.
const PLACE: &str = "PHASEO_TEST_WORKER_PLACE";
/// In the environment of a worker: its name.
const NAME: &str = "PHASEO_TEST_WORKER_NAME";
const RUN: &str = "contested";
const ROUNDS: u64 = 100;

#[tokio::test]
async fn of_two_processes_on_one_sqlite_file_one_wins_each_round() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    one_wins_each_round(&SqliteStore::open(&path).unwrap(), path.to_str().unwrap()).await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn of_two_processes_on_one_postgres_one_wins_each_round() {
    let url = schema("two_processes").await;
    one_wins_each_round(&PostgresStore::connect(&url).await.unwrap(), &url).await;
}

/// Two workers try the same append and then the same lease, round after round.
async fn one_wins_each_round(store: &impl Store, place: &str) {
    let (entries, head) = log_by(RUN, 1, "nobody");
    store.append(RUN, 0, &entries, &head).await.unwrap();
    let mut workers = [Worker::start(place, "left"), Worker::start(place, "right")];
    let mut winners = Vec::new();
    for seq in 1..=ROUNDS {
        winners.push(race(&mut workers, &format!("append {seq}"), "conflict"));
    }
    for round in 0..ROUNDS {
        let winner = race(&mut workers, &format!("lease {round}"), "leased");
        let lease = store.head(RUN).await.unwrap().and_then(|head| head.lease);
        assert_eq!(lease.map(|lease| lease.owner), Some(winner));
    }
    for worker in workers {
        worker.stop();
    }
    // The log is what the winners wrote, and nothing of the losers.
    let entries = store.load(RUN, 0).await.unwrap();
    assert_eq!(entries.len() as u64, 1 + ROUNDS);
    for (entry, winner) in entries[1..].iter().zip(winners) {
        assert!(
            entry
                .to_json()
                .unwrap()
                .contains(&format!(r#""model":"{winner}""#)),
            "{entry:?} is not of {winner}"
        );
    }
}

/// The name of the worker that won; the other one must have answered `lost`.
fn race(workers: &mut [Worker; 2], order: &str, lost: &str) -> String {
    for worker in workers.iter_mut() {
        writeln!(worker.orders, "{order}").unwrap();
    }
    let answers = workers.each_mut().map(Worker::answer);
    match answers.iter().position(|answer| answer == "won") {
        Some(winner) if answers[1 - winner] == lost => workers[winner].name.to_owned(),
        _ => panic!("{order}: {answers:?}"),
    }
}

/// This test binary, started anew to run the test `worker`.
struct Worker {
    name: &'static str,
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    fn start(place: &str, name: &'static str) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "processes::worker", "--nocapture"])
            .env(PLACE, place)
            .env(NAME, name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (orders, answers) = (
            process.stdin.take().unwrap(),
            process.stdout.take().unwrap(),
        );
        let mut worker = Self {
            name,
            process,
            orders,
            answers: BufReader::new(answers),
        };
        assert_eq!(worker.answer(), "ready");
        worker
    }

    /// The test harness prints lines of its own.
    fn answer(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(
                self.answers.read_line(&mut line).unwrap() > 0,
                "the worker {} has ended",
                self.name
            );
            if let Some((_, answer)) = line.trim_end().split_once("answer: ") {
                return answer.to_owned();
            }
        }
    }

    fn stop(mut self) {
        drop(self.orders);
        // Its last lines, lest it fails to write them.
        std::io::copy(&mut self.answers, &mut std::io::sink()).unwrap();
        assert!(self.process.wait().unwrap().success());
    }
}

/// Does nothing unless the environment says that this process is a worker.
#[tokio::test]
async fn worker() {
    let (Ok(place), Ok(name)) = (std::env::var(PLACE), std::env::var(NAME)) else {
        return;
    };
    if place.starts_with("postgres://") {
        take_orders(PostgresStore::connect(&place).await.unwrap(), &name).await;
    } else {
        take_orders(SqliteStore::open(place).unwrap(), &name).await;
    }
}

async fn take_orders(store: impl Store, name: &str) {
    let (entries, head) = log_by(RUN, ROUNDS + 1, name);
    println!("\nanswer: ready");
    for order in std::io::stdin().lines() {
        let order = order.unwrap();
        let (kind, number) = order.split_once(' ').unwrap();
        let number: u64 = number.parse().unwrap();
        let result = match kind {
            "append" => {
                store
                    .append(
                        RUN,
                        number,
                        slice::from_ref(&entries[number as usize]),
                        &head,
                    )
                    .await
            }
            _ => {
                store
                    .lease(RUN, &Lease::new(name, number + 1), number, ROUNDS + 1)
                    .await
            }
        };
        let answer = match result {
            Ok(()) => "won".to_owned(),
            Err(StoreError::Conflict { .. }) => "conflict".to_owned(),
            Err(StoreError::Leased { .. }) => "leased".to_owned(),
            Err(error) => format!("{error:?}"),
        };
        println!("answer: {answer}");
    }
}
