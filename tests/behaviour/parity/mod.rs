//! What `#[tool]` and `#[agent]` say, a builder says too: the same questions to the model, the same log.

mod agents;
mod tools;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Pause, State as RunState};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::{Error, Resume, Run};
use serde_json::Value;

/// What a run asked and what it wrote down.
#[derive(Debug, PartialEq)]
struct Trace {
    requests: Vec<String>,
    log: Vec<Value>,
}

/// Runs an agent whose model gives these answers. `decide` goes on with a run that pauses.
async fn trace<I, T>(
    agent: AgentBuilder<I, T>,
    answers: &[Response],
    input: I,
    decide: impl for<'a> Fn(Resume<'a, I, T>, &Pause) -> Resume<'a, I, T>,
) -> Trace
where
    I: Send + 'static,
    T: phaseo_agent::Answer,
{
    let model = ScriptedModel::new(answers.to_vec());
    let agent = agent
        .client(model.clone())
        .build()
        .expect("the agent is complete");
    let mut run = agent.run(input).await;
    if let Ok(first) = &run
        && let Some(pause) = first.pause()
    {
        run = decide(agent.resume(first.state()), pause).await;
    }
    let state = state(run);
    let anonymous = |text: String| untitled(&text.replace(state.run_id(), "the run"));
    let requests = model.requests();
    let entries = state.entries().iter();
    Trace {
        requests: requests
            .iter()
            .map(|request| anonymous(format!("{request:#?}")))
            .collect(),
        log: entries
            .map(|entry| {
                let line = anonymous(entry.to_json().expect("an entry is JSON"));
                timeless(serde_json::from_str(&line).expect("an entry is JSON"))
            })
            .collect(),
    }
}

/// Where a run stands, also one that failed.
fn state<T>(run: Result<Run<T>, Error>) -> RunState {
    match run {
        Ok(run) => run.state().clone(),
        Err(error) => error.run().expect("it failed on the way").clone(),
    }
}

/// The text without the names of input types: that of a macro is its own.
fn untitled(text: &str) -> String {
    let mut parts = text.split(r#""title":""#);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (_, rest) = part.split_once('"').expect("a title ends");
        text + rest
    })
}

/// The entry without its time.
fn timeless(mut entry: Value) -> Value {
    assert!(entry["at"].take().is_u64(), "{entry}");
    entry
}

impl Trace {
    /// Everything that it has, to look for what a feature does: the facts in their order first.
    fn text(&self) -> String {
        let facts = self.log.iter().filter_map(|entry| {
            let mut names = entry["fact"].as_object()?.keys();
            names.next().cloned()
        });
        let facts = facts.collect::<Vec<_>>().join(" ");
        let log = Value::from(self.log.clone()).to_string();
        format!(
            "{facts}\n{}\n{}",
            log.replace("\\\"", "\""),
            self.requests.join("\n")
        )
    }
}

/// Asserts that both did the same, and as much as is expected of the feature.
fn assert_same(feature: &str, by_macro: &Trace, by_builder: &Trace) {
    assert_eq!(
        by_macro.requests, by_builder.requests,
        "the requests: {feature}"
    );
    assert_eq!(by_macro.log, by_builder.log, "the log: {feature}");
}
