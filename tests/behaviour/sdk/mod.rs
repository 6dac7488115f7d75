//! What users of the other Phaseo SDKs know, with the numbers of the list of behaviours and faults.

mod cancelling;
mod concurrency;
mod dynamic;
mod faults;
mod limits;
mod loops;
mod partly;
mod pauses;
mod predecessor;
mod quirks;
mod resuming;
mod sub_agents;

use phaseo_agent::RawJson;
use phaseo_agent::item::{Message, ToolCall};
use phaseo_agent::model::{Request, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{PendingKind, State as RunState};
use phaseo_agent::store::Store;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::ToolBuilder;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Ledger, type_of};

/// The input of a tool that takes nothing.
#[derive(Deserialize, JsonSchema)]
struct Nothing {}

/// The events that the other SDKs have too.
const EVENTS: [&str; 19] = [
    "run.started",
    "run.completed",
    "run.stopped",
    "run.failed",
    "run.cancelled",
    "run.resumed",
    "run.waiting_for_human",
    "step.started",
    "step.completed",
    "step.cancelled",
    "step.failed",
    "model.requested",
    "model.failed",
    "model.completed",
    "checkpoint.saved",
    "tool.started",
    "tool.completed",
    "tool.failed",
    "tool.preliminary_result",
];

/// Writes the types of those events into `ledger`.
fn watch(ledger: &Ledger) -> impl FnMut(&Event) + Send + 'static {
    let ledger = ledger.clone();
    move |event| {
        let name = type_of(event);
        if EVENTS.contains(&name.as_str()) {
            ledger.write(name);
        }
    }
}

/// A tool that waits for approval and writes its name into `ledger` when it runs.
fn gated(name: &str, ledger: &Ledger) -> Tool {
    writes(Tool::builder(name).require_approval(), name, ledger)
}

/// A tool that writes its name into `ledger` when it runs.
fn automatic(name: &str, ledger: &Ledger) -> Tool {
    writes(Tool::builder(name), name, ledger)
}

fn writes(tool: ToolBuilder, name: &str, ledger: &Ledger) -> Tool {
    let (name, ledger) = (name.to_owned(), ledger.clone());
    tool.description("Write a line.")
        .sync_handler(move |_: Nothing, _| {
            ledger.write(&name);
            Ok::<_, ToolError>(format!("{name} ran"))
        })
        .build()
}

/// A tool whose output somebody outside supplies.
fn manual(name: &str) -> Tool {
    Tool::builder(name)
        .description("A person does it.")
        .manual::<Nothing, String>()
        .build()
}

/// One process of many: an agent with these tools and answers, and its model.
fn clerk(
    store: &MemoryStore,
    tools: impl IntoIterator<Item = Tool>,
    answers: impl IntoIterator<Item = Response>,
) -> (Agent<String, String>, ScriptedModel) {
    let model = ScriptedModel::new(answers);
    let tools: Vec<_> = tools.into_iter().collect();
    let agent = Agent::builder("clerk").model("test/model").tools(tools);
    let agent = agent.client(model.clone()).store(store.clone()).build();
    (agent.expect("the agent is complete"), model)
}

/// An answer that calls these tools, each by an id that is its name.
fn turn(names: &[&str]) -> Response {
    Response::calls(names.iter().map(|name| ToolCall::new(*name, *name, "{}")))
}

/// What a paused run waits for.
fn pause<T: std::fmt::Debug>(run: &Run<T>) -> &Pause {
    match run.outcome() {
        Outcome::Paused(pause) => pause,
        other => panic!("the run is not paused: {other:?}"),
    }
}

/// The ids of what waits and what each waits for.
fn pending(pause: &Pause) -> Vec<(&str, PendingKind)> {
    let pending = pause.pending.iter();
    pending
        .map(|pending| (pending.id.as_str(), pending.kind))
        .collect()
}

/// The id, the output and whether it is an error, of each result in these messages.
fn results(messages: &[Message]) -> Vec<(&str, &str, bool)> {
    let results = messages.iter().filter_map(|message| match message {
        Message::Tool(results) => Some(results.iter()),
        _ => None,
    });
    results
        .flatten()
        .map(|result| (result.id.as_str(), result.output.as_str(), result.is_error))
        .collect()
}

/// The results that a model was told last.
fn told(request: &Request) -> Vec<(&str, &str, bool)> {
    results(request.transcript.messages())
}

/// The output of a call, if it gave one.
fn output<'a>(state: &'a RunState, call: &str) -> Option<&'a str> {
    use phaseo_agent::run::CallOutcome;
    match state.call(call)?.outcome()? {
        CallOutcome::Output(output) => Some(RawJson::as_str(output)),
        _ => None,
    }
}

/// How many entries the store has of a run.
async fn stored(store: &MemoryStore, run: &str) -> usize {
    let entries = store.load(run, 0).await.expect("it is in memory");
    entries.len()
}

/// What a refused decision says.
fn refusal<T: std::fmt::Debug>(result: Result<T>) -> String {
    let error = result.expect_err("it is refused");
    match error.kind() {
        ErrorKind::Decision(decision) => decision.to_string(),
        other => panic!("not about a decision: {other:?}"),
    }
}
