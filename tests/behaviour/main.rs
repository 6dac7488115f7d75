//! How agents behave, through the public API and a scripted model.

mod agent_macro;
mod approval;
mod cancellation;
mod crash;
mod decisions;
mod detached;
mod events;
mod execution;
mod failure;
mod kept;
mod leases;
mod log_format;
mod parity;
mod progress;
mod run;
mod schemas;
mod sdk;
mod sub_agents;
mod tool_macro;

use std::sync::{Arc, Mutex};

use phaseo_agent::event::Event;
use phaseo_agent::item::ToolCall;
use phaseo_agent::model::Response;
use serde_json::Value;

/// What the tools of a test did, in order.
#[derive(Clone, Debug, Default)]
struct Ledger(Arc<Mutex<Vec<String>>>);

impl Ledger {
    fn write(&self, line: impl Into<String>) {
        self.0
            .lock()
            .expect("no test panics while it writes")
            .push(line.into());
    }

    fn lines(&self) -> Vec<String> {
        self.0
            .lock()
            .expect("no test panics while it writes")
            .clone()
    }
}

/// An answer that calls tools: id, name, arguments.
fn calls<const N: usize>(calls: [(&str, &str, &str); N]) -> Response {
    Response::calls(calls.map(|(id, name, arguments)| ToolCall::new(id, name, arguments)))
}

/// The serialised name of an event.
fn type_of(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("an event is JSON");
    json["type"]
        .as_str()
        .expect("an event has a type")
        .to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("valid JSON")
}
