//! Appends that a crash cuts short: of each of them all is there, or nothing.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use phaseo_agent::run::Entry;
use phaseo_agent::store::{Head, PostgresStore, SqliteStore, Store, StoreError, Synchronous};
use tempfile::tempdir;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::logs::log_by;
use crate::schema::schema;
use crate::server::Server;

/// In the environment of a writer: the file or the URL to open.
const PLACE: &str = "PHASEO_TEST_TORN_PLACE";
/// In the environment of a writer: the run that it writes.
const RUN: &str = "PHASEO_TEST_TORN_RUN";
/// How many entries an append has. They are long, so that it takes many pages and packets.
const BATCH: usize = 7;
/// How many a log has: 40 appends.
const LENGTH: usize = 40 * BATCH;

#[tokio::test]
async fn a_writer_that_is_killed_leaves_whole_appends_in_sqlite() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    killed_writers_leave_whole_appends(&SqliteStore::open(&path).unwrap(), path.to_str().unwrap())
        .await;
}

#[tokio::test]
#[ignore = "needs Postgres"]
async fn a_writer_that_is_killed_leaves_whole_appends_in_postgres() {
    let url = schema("torn").await;
    let store = PostgresStore::connect(&url).await.unwrap();
    killed_writers_leave_whole_appends(&store, &url).await;
}

/// Each writer is killed a little later behind an append than the one before it.
async fn killed_writers_leave_whole_appends(store: &impl Store, place: &str) {
    let mut untold = 0;
    for round in 0..24 {
        let log = Log::of(format!("run-{round}"));
        let told = killed_writer(place, &log.run, round % 6, 150 * round as u64);
        let found = log.look(store, told).await;
        assert!(found <= told + BATCH, "{found} entries, {told} were told");
        untold += (found - told) / BATCH;
        log.go_on(store, told).await;
    }
    println!("24 writers killed, {untold} of them behind an append that they had not told yet");
}

/// The length of the log that a writer told last before it was killed: so many microseconds after it
/// told of that many appends.
fn killed_writer(place: &str, run: &str, appends: usize, micros: u64) -> usize {
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "torn::writer", "--nocapture"])
        .env(PLACE, place)
        .env(RUN, run)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let out = BufReader::new(process.stdout.take().unwrap());
    let mut lengths = out
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| line.strip_prefix("told: ")?.parse().ok());
    let before = lengths.by_ref().take(1 + appends).last();
    // Where in the next append that is, is up to the machine.
    thread::sleep(Duration::from_micros(micros));
    process.kill().unwrap();
    let last = lengths.last().or(before);
    process.wait().unwrap();
    last.expect("the writer began")
}

/// Does nothing unless the environment says that this process is a writer.
#[tokio::test]
async fn writer() {
    let (Ok(place), Ok(run)) = (std::env::var(PLACE), std::env::var(RUN)) else {
        return;
    };
    let log = Log::of(run);
    let tell = |length: usize| println!("\ntold: {length}");
    let written = match place.starts_with("postgres://") {
        true => {
            let store = PostgresStore::connect(&place).await.unwrap();
            log.write(&store, tell).await
        }
        false => log.write(&SqliteStore::open(place).unwrap(), tell).await,
    };
    written.unwrap();
}

/// A run, and all of its log.
struct Log {
    run: String,
    entries: Vec<Arc<Entry>>,
    head: Head,
}

impl Log {
    fn of(run: impl Into<String>) -> Self {
        let run = run.into();
        let (entries, head) = log_by(&run, LENGTH as u64, &"a long name ".repeat(250));
        Self { run, entries, head }
    }

    /// The head that goes with the first `length` entries.
    fn head(&self, length: usize) -> Head {
        let mut head = self.head.clone();
        head.updated_at = length as u64;
        head
    }

    /// Appends the entries behind the first `from`, up to `to`.
    async fn append(&self, store: &impl Store, from: usize, to: usize) -> Result<(), StoreError> {
        let (entries, head) = (&self.entries[from..to], self.head(to));
        store.append(&self.run, from as u64, entries, &head).await
    }

    /// Begins the run and writes it to its end, and tells how long the log is before and after each
    /// append.
    async fn write(
        &self,
        store: &impl Store,
        mut tell: impl FnMut(usize),
    ) -> Result<(), StoreError> {
        tell(0);
        for from in (0..LENGTH).step_by(BATCH) {
            self.append(store, from, from + BATCH).await?;
            tell(from + BATCH);
        }
        Ok(())
    }

    /// Looks at what a store has of it, of which `told` entries were told, and says how much that is.
    async fn look(&self, store: &impl Store, told: usize) -> usize {
        // What a dead writer asked a server for may still come: the head is of the same moment as the
        // log if that is no longer behind it.
        let (loaded, head) = loop {
            let loaded = store.load(&self.run, 0).await.unwrap();
            let head = store.head(&self.run).await.unwrap();
            let tail = store.load(&self.run, loaded.len() as u64).await.unwrap();
            if tail.is_empty() {
                break (loaded, head);
            }
        };
        let length = loaded.len();
        assert_eq!(length % BATCH, 0, "a part of an append is there");
        assert!(length >= told, "{length} entries, {told} were told");
        assert!(loaded == self.entries[..length], "other entries are there");
        let expected = (length > 0).then(|| self.head(length));
        assert_eq!(head, expected, "another head is there");
        length
    }

    /// Writes what a store does not have of it.
    async fn go_on(&self, store: &impl Store, told: usize) {
        loop {
            let found = self.look(store, told).await;
            match self.append(store, found, LENGTH).await {
                Ok(()) => break,
                // The dead writer's append came after all.
                Err(StoreError::Conflict { .. }) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
        assert_eq!(self.look(store, told).await, LENGTH);
    }
}

/// The disk may have got any part of what was written last, and sectors of it in any order.
#[tokio::test]
async fn a_write_ahead_log_that_lost_any_sector_holds_whole_appends() {
    const SECTOR: usize = 512;
    const WRITTEN: usize = 3 * BATCH;
    let folder = tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = SqliteStore::open(&path).unwrap();
    let log = Log::of("run");
    for from in (0..WRITTEN).step_by(BATCH) {
        log.append(&store, from, from + BATCH).await.unwrap();
    }
    let wal = fs::read(folder.path().join("runs.db-wal")).unwrap();
    let mut before = 0;
    for sector in (0..wal.len()).step_by(SECTOR) {
        let cut = what_is_left(&log, &path, &wal[..sector]).await;
        assert!(cut >= before, "more of the file holds less of the log");
        before = cut;
        let mut damaged = wal.clone();
        damaged[sector..wal.len().min(sector + SECTOR)].fill(0);
        // What is behind it does not count, even if it is whole.
        let left = what_is_left(&log, &path, &damaged).await;
        assert!(left == cut || damaged == wal, "{left} entries, not {cut}");
    }
    assert_eq!(before, WRITTEN - BATCH, "the last sector is of an append");
    assert_eq!(what_is_left(&log, &path, &wal).await, WRITTEN);
}

/// How much of a log is in a copy of the database at `path` that has another write-ahead log.
async fn what_is_left(log: &Log, path: &Path, wal: &[u8]) -> usize {
    let folder = tempdir().unwrap();
    let copy = folder.path().join("runs.db");
    fs::copy(path, &copy).unwrap();
    fs::write(folder.path().join("runs.db-wal"), wal).unwrap();
    let store = SqliteStore::options()
        .synchronous(Synchronous::Off)
        .open(&copy)
        .unwrap();
    log.look(&store, 0).await
}

/// On a server of its own. What was told is there when it is back, and of the append under way all or
/// nothing.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Postgres"]
async fn a_server_that_crashes_leaves_whole_appends() {
    let server = Server::start();
    let store = Arc::new(PostgresStore::connect(server.url()).await.unwrap());
    for appends in [1, 5, 60] {
        let (tell, mut told) = unbounded_channel();
        let writer = tokio::spawn(write_on(Arc::clone(&store), format!("{appends}"), tell));
        for _ in 0..appends {
            told.recv().await.expect("the writer goes on");
        }
        server.crash();
        let (runs, last) = writer.await.unwrap();
        for run in 0..runs {
            let log = Log::of(format!("{appends}-{run}"));
            assert_eq!(log.look(&*store, LENGTH).await, LENGTH);
        }
        let log = Log::of(format!("{appends}-{runs}"));
        log.go_on(&*store, last).await;
    }
}

/// Writes one run after the other, until the store fails: how many were written to the end, and how
/// much of the next one.
async fn write_on(
    store: Arc<PostgresStore>,
    name: String,
    tell: UnboundedSender<usize>,
) -> (usize, usize) {
    for run in 0.. {
        let mut last = 0;
        let log = Log::of(format!("{name}-{run}"));
        let written = log.write(&*store, |length| {
            last = length;
            // Nobody listens any more when the server has crashed.
            tell.send(length).ok();
        });
        match written.await {
            Ok(()) => {}
            Err(StoreError::Backend(_)) => return (run, last),
            Err(error) => panic!("{error:?}"),
        }
    }
    unreachable!("it writes until the store fails")
}
