//! What the log of a run costs, by its length: to append one entry, to load all, to fold all.
//!
//! The entries are those of a run whose model calls a tool in every step. Criterion reports each; the last lines print what counts: the median cost of
//! the append behind 10, 1,000 and 10,000 entries, and the ratios. `sqlite` waits for the disk in
//! each append, as it does unless told otherwise; `sqlite/normal` does not, and shows the work alone.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use phaseo_agent::item::ToolCall;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Entry, State as RunState};
use phaseo_agent::store::{Head, MemoryStore, Query, SqliteStore, Store, Synchronous};
use phaseo_agent::testing::ScriptedModel;
use tokio::runtime::{Builder, Runtime};

const LENGTHS: [usize; 3] = [10, 1_000, 10_000];
/// For each median.
const APPENDS: usize = 400;
const ROUNDS: usize = 8;

/// Look a word up.
#[tool]
async fn look_up(word: String) -> String {
    format!("{word} means what it says.")
}

/// You look words up.
#[agent(model = "bench", tools(look_up), max_steps = 10_000)]
async fn reader(text: String) -> Prompt<String> {
    Prompt::user(text)
}

fn bench(criterion: &mut Criterion) {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let folder = std::env::temp_dir().join(format!("phaseo-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let sqlite = |synchronous, file: &str| {
        SqliteStore::options()
            .synchronous(synchronous)
            .open(folder.join(file))
            .expect("a database")
    };
    let log = runtime.block_on(log());
    let mut ratios = Vec::new();
    let mut bench = Bench {
        criterion,
        runtime: &runtime,
        log: &log,
        ratios: &mut ratios,
    };
    bench.store("memory", &MemoryStore::new());
    bench.store("sqlite", &sqlite(Synchronous::Full, "full.db"));
    bench.store("sqlite/normal", &sqlite(Synchronous::Normal, "normal.db"));
    bench.fold();
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    for ratio in ratios {
        println!("{ratio}");
    }
}

/// A run of more entries than any length asks for.
async fn log() -> Vec<Arc<Entry>> {
    const STEPS: usize = 2_500;
    let call = |step| {
        Response::calls([ToolCall::new(
            format!("call_{step}"),
            "look_up",
            r#"{"word":"entry"}"#,
        )])
    };
    let script = (0..STEPS)
        .map(call)
        .chain([Response::text("All of them are looked up.")]);
    let store = MemoryStore::new();
    let agent = reader::agent()
        .client(ScriptedModel::new(script))
        .store(store.clone())
        .build()
        .expect("an agent");
    agent.run("Look all words up.").await.expect("the run ends");
    let heads = store.list(&Query::all()).await.expect("the runs");
    let log = store.load(&heads[0].run_id, 0).await.expect("the log");
    assert!(
        log.len() >= LENGTHS[2] + LENGTHS[2] / 10,
        "{} entries",
        log.len()
    );
    log
}

struct Bench<'a> {
    criterion: &'a mut Criterion,
    runtime: &'a Runtime,
    log: &'a [Arc<Entry>],
    ratios: &'a mut Vec<String>,
}

impl Bench<'_> {
    fn store(&mut self, name: &str, store: &impl Store) {
        let head = head(&self.log[..10]);
        let runtime = self.runtime;
        let mut group = self.criterion.benchmark_group(format!("log/append/{name}"));
        group
            .sample_size(20)
            .measurement_time(Duration::from_secs(2));
        for length in LENGTHS {
            group.bench_function(BenchmarkId::from_parameter(length), |b| {
                b.iter_custom(|times| {
                    runtime
                        .block_on(appends(store, &head, self.log, length, times as usize))
                        .iter()
                        .sum()
                })
            });
        }
        group.finish();

        let mut group = self.criterion.benchmark_group(format!("log/load/{name}"));
        group
            .sample_size(20)
            .measurement_time(Duration::from_secs(2));
        for length in LENGTHS {
            runtime.block_on(begin(store, &head, &self.log[..length]));
            group.bench_function(BenchmarkId::from_parameter(length), |b| {
                b.iter_with_large_drop(|| runtime.block_on(store.load(RUN, 0)).expect("the log"))
            });
        }
        group.finish();

        // In turn, so that what else the machine does falls on all lengths.
        let mut costs = LENGTHS.map(|_| Vec::new());
        for _ in 0..ROUNDS {
            for (costs, length) in costs.iter_mut().zip(LENGTHS) {
                costs.extend(runtime.block_on(appends(
                    store,
                    &head,
                    self.log,
                    length,
                    APPENDS / ROUNDS,
                )));
            }
        }
        let [tenth, thousandth, ten_thousandth] = costs.map(|mut costs| {
            costs.sort_unstable();
            costs[costs.len() / 2]
        });
        self.ratios.push(format!(
            "log/append/{name}: behind 10 entries {tenth:.1?}, 1,000 {thousandth:.1?}, 10,000 {ten_thousandth:.1?}; \
             cost(1,000th) / cost(10th) {:.2}, cost(10,000th) / cost(10th) {:.2} (medians of {APPENDS})",
            thousandth.as_secs_f64() / tenth.as_secs_f64(),
            ten_thousandth.as_secs_f64() / tenth.as_secs_f64(),
        ));
    }

    fn fold(&mut self) {
        let mut group = self.criterion.benchmark_group("log/fold");
        group
            .sample_size(20)
            .measurement_time(Duration::from_secs(2));
        for length in LENGTHS {
            group.bench_function(BenchmarkId::from_parameter(length), |b| {
                b.iter_batched(
                    || self.log[..length].to_vec(),
                    |entries| RunState::fold(black_box(entries)).expect("a log"),
                    BatchSize::LargeInput,
                )
            });
        }
        group.finish();
    }
}

const RUN: &str = "bench";

/// What `times` appends of one entry cost, each to a log of about `length`: it is cut back to `length` when it has grown
/// by a tenth or a step.
async fn appends(
    store: &impl Store,
    head: &Head,
    log: &[Arc<Entry>],
    length: usize,
    times: usize,
) -> Vec<Duration> {
    // A step at least, so that every kind of entry is among them.
    let grown = (length / 10).max(6);
    let mut costs = Vec::with_capacity(times);
    while costs.len() < times {
        begin(store, head, &log[..length]).await;
        for (expected, entry) in (length..)
            .zip(&log[length..length + grown])
            .take(times - costs.len())
        {
            let entry = std::slice::from_ref(entry);
            let since = Instant::now();
            store
                .append(RUN, expected as u64, entry, head)
                .await
                .expect("the append");
            costs.push(since.elapsed());
        }
    }
    costs
}

async fn begin(store: &impl Store, head: &Head, entries: &[Arc<Entry>]) {
    store.delete(RUN).await.expect("the delete");
    store
        .append(RUN, 0, entries, head)
        .await
        .expect("the first append");
}

fn head(log: &[Arc<Entry>]) -> Head {
    Head::of(&RunState::fold(log.to_vec()).expect("a log"))
}

criterion_group!(benches, bench);
criterion_main!(benches);
