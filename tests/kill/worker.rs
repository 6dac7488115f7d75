//! What the processes do that are killed or race: this test binary, started anew.

use std::fmt::Display;
use std::future::IntoFuture;
use std::hint::spin_loop;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use phaseo_agent::item::{Message, ToolCall};
use phaseo_agent::model::{DeltaSink, Model, ModelError, Request, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::DecisionError;
use phaseo_agent::store::StoreError;

use tokio::task::spawn_blocking;

use crate::ledger::Ledger;
use crate::place::Place;

/// In the environment of a worker: the folder with the ledger.
pub(crate) const FOLDER: &str = "PHASEO_TEST_KILL_FOLDER";
/// In the environment of a worker: the store, as [`Place`] says it.
pub(crate) const PLACE: &str = "PHASEO_TEST_KILL_PLACE";
/// In the environment of a worker: what it is to do, as [`drive`] reads it, or `race` or `hold`.
pub(crate) const ORDER: &str = "PHASEO_TEST_KILL_ORDER";
/// Begins what a worker tells in a line of its output; the test harness prints before and between.
pub(crate) const MARK: &str = "mark: ";

/// The calls of the clerk's model, step by step: id and tool.
pub(crate) const SCRIPT: [&[(&str, &str)]; 4] = [
    &[("c1", "pay"), ("c2", "note")],
    &[("c3", "note"), ("c4", "pay"), ("c5", "pay")],
    &[("c6", "pay")],
    &[("c7", "pay"), ("c8", "note")],
];
/// Its answer after them.
pub(crate) const ANSWER: &str = "all is paid";
/// How long others leave a run alone that a process holds. It is renewed each third of it, and the
/// machine may be slow.
pub(crate) const TERM: Duration = Duration::from_secs(3);
/// How long a tool is busy before its effect, and again behind it.
const BUSY: Duration = Duration::from_micros(300);

/// Pay an invoice. It must not be paid twice.
#[tool]
async fn pay(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    work(&ledger, &context)
}

/// Write a note. Writing it again with the same key does no harm.
#[tool(idempotent)]
async fn note(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    work(&ledger, &context)
}

/// Wire money. A person must approve it.
#[tool(approval = true)]
async fn wire(State(ledger): State<Ledger>, context: ToolContext) -> bool {
    work(&ledger, &context)
}

/// You pay and note.
#[agent(model = "test/model", tools(pay, note), tool_concurrency = 2)]
pub(crate) async fn clerk(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// You wire money.
#[agent(model = "test/model", tools(wire))]
pub(crate) async fn banker(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// Has the effect of a call, and tells when the execution begins and when it ends.
fn work(ledger: &Ledger, context: &ToolContext) -> bool {
    let (tool, key) = (&context.call().name, context.idempotency_key());
    mark(format_args!("begins {tool} {key} {}", context.attempt()));
    be_busy();
    ledger.write(tool, key);
    be_busy();
    mark(format_args!("ends {tool} {key} {}", context.attempt()));
    true
}

/// Holds the thread, as work does.
fn be_busy() {
    let begin = Instant::now();
    while begin.elapsed() < BUSY {
        spin_loop();
    }
}

/// Tells the parent something. It is in the pipe when this returns.
fn mark(what: impl Display) {
    let line = format!("\n{MARK}{what}\n");
    let mut out = std::io::stdout().lock();
    out.write_all(line.as_bytes())
        .and_then(|()| out.flush())
        .expect("the parent reads what a worker tells");
}

/// A model whose answer depends on nothing but how often it has answered in this run, so that any
/// process can ask it on.
pub(crate) struct Scripted(pub(crate) &'static [&'static [(&'static str, &'static str)]]);

impl Model for Scripted {
    async fn respond(&self, request: &Request, _: DeltaSink<'_>) -> Result<Response, ModelError> {
        let answered = |message: &&Message| matches!(message, Message::Assistant(_));
        let step = request
            .transcript
            .messages()
            .iter()
            .filter(answered)
            .count();
        Ok(match self.0.get(step) {
            Some(calls) => {
                let call = |(id, tool): &(&str, &str)| ToolCall::new(*id, *tool, "{}");
                Response::calls(calls.iter().map(call))
            }
            None => Response::text(ANSWER),
        })
    }
}

/// The same, but each answer behind the first one waits for a line of input.
struct Slow(Scripted);

impl Model for Slow {
    async fn respond(
        &self,
        request: &Request,
        sink: DeltaSink<'_>,
    ) -> Result<Response, ModelError> {
        if request.transcript.messages().len() > 1 {
            mark("ready");
            let line = spawn_blocking(|| std::io::stdin().lines().next());
            line.await.expect("the input can be read");
        }
        self.0.respond(request, sink).await
    }
}

async fn the_clerk(folder: &Path, place: &Place) -> Agent<ClerkInput, String> {
    let agent = clerk::agent()
        .client(Scripted(&SCRIPT))
        .state(Ledger::open(folder));
    let agent = place.keep(agent).await;
    agent.build().expect("the agent is complete")
}

/// The same clerk, who leases what he does.
pub(crate) async fn the_leasing_clerk(
    folder: &Path,
    place: &Place,
    model: impl Model,
) -> Agent<ClerkInput, String> {
    let agent = clerk::agent()
        .client(model)
        .lease(TERM)
        .state(Ledger::open(folder));
    let agent = place.keep(agent).await;
    agent.build().expect("the agent is complete")
}

/// The agent of the races, which asks for one call, `c1`.
pub(crate) async fn the_banker(folder: &Path, place: &Place) -> Agent<BankerInput, String> {
    let agent = banker::agent()
        .client(Scripted(&[&[("c1", "wire")]]))
        .state(Ledger::open(folder));
    let agent = place.keep(agent).await;
    agent.build().expect("the agent is complete")
}

/// Does nothing unless the environment says that this process is a worker.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worker() {
    let variable = |name| std::env::var(name).ok();
    let (Some(folder), Some(place), Some(order)) =
        (variable(FOLDER), variable(PLACE), variable(ORDER))
    else {
        return;
    };
    let (folder, Ok(place)) = (Path::new(&folder), place.parse());
    match order.as_str() {
        "race" => race(folder, &place).await,
        "hold" => hold(folder, &place).await,
        order => drive(folder, &place, order).await,
    }
}

/// `start`, or `resume`, the run's id and decisions such as `rerun:c1`.
async fn drive(folder: &Path, place: &Place, order: &str) {
    let agent = the_clerk(folder, place).await;
    let tell = |event: &Event| mark(format_args!("saved {}", type_of(event)));
    let mut words = order.split(' ');
    let ended = match (words.next(), words.next()) {
        (Some("resume"), Some(run)) => {
            let mut resume = agent.resume(run).on_event(tell);
            for word in words {
                resume = match word.split_once(':') {
                    Some(("rerun", call)) => resume.rerun(call),
                    Some(("output", call)) => resume.output(call, true),
                    Some(("give_up", call)) => resume.give_up(call, "it was paid"),
                    _ => panic!("`{word}` is no decision"),
                };
            }
            resume.await
        }
        _ => agent.run("go").on_event(tell).into_future().await,
    };
    match ended.as_ref().map(Run::outcome) {
        Ok(Outcome::Completed(_)) => mark("ended completed"),
        Ok(Outcome::Paused(_)) => mark("ended paused"),
        _ => panic!("{order}: {ended:?}"),
    }
}

/// Approves the call `c1` of each run whose id comes as a line, and tells what became of it.
async fn race(folder: &Path, place: &Place) {
    let agent = the_banker(folder, place).await;
    mark("ready");
    for run in std::io::stdin().lines() {
        let run = run.expect("the parent writes text");
        tell(agent.resume(run).approve("c1").await);
    }
}

/// Holds a run, which waits for its model.
async fn hold(folder: &Path, place: &Place) {
    let agent = the_leasing_clerk(folder, place, Slow(Scripted(&SCRIPT))).await;
    tell(agent.run("go").await);
}

/// Tells what a run came to.
fn tell(ended: Result<Run<String>, Error>) {
    match ended.as_ref().map(Run::outcome).map_err(Error::kind) {
        Ok(Outcome::Completed(_)) => mark("answer completed"),
        Err(ErrorKind::Store(StoreError::Conflict { .. })) => mark("answer conflict"),
        Err(ErrorKind::Decision(DecisionError::NotPending { .. })) => mark("answer not pending"),
        _ => mark(format_args!("answer {ended:?}")),
    }
}

fn type_of(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("an event is JSON");
    json["type"].to_string()
}
