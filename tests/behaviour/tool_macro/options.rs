//! The options of `#[tool]` that are values.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::CallOutcome;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Options;

use crate::calls;

/// How many executions are under way, and the most that were.
#[derive(Clone, Default)]
struct Gauge {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Gauge {
    async fn work(&self) {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        self.now.fetch_sub(1, Ordering::SeqCst);
    }

    fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

/// Fails.
#[tool(max_retries = 0, on_error = "return-to-model")]
async fn flaky() -> Result<(), &'static str> {
    Err("not today")
}

/// Runs alone.
#[tool(sequential)]
async fn alone(State(gauge): State<Gauge>) {
    gauge.work().await;
}

/// Runs twice at once.
#[tool(max_concurrency = 2)]
async fn paired(State(gauge): State<Gauge>) {
    gauge.work().await;
}

/// Says much.
#[tool(max_output_chars = 40)]
async fn verbose() -> String {
    "far too much to read ".repeat(50)
}

/// You work.
#[agent(
    model = "test/model",
    tools(flaky, alone, paired, verbose),
    tool_concurrency = 8
)]
async fn worker() -> Prompt<String> {
    Prompt::user("Work.")
}

#[test]
fn a_value_is_an_option_of_the_tool() {
    let rows = [
        (
            Tool::from(flaky {}),
            Options::new()
                .max_retries(0)
                .on_error(OnError::ReturnToModel),
        ),
        (Tool::from(alone {}), Options::new().sequential()),
        (Tool::from(paired {}), Options::new().max_concurrency(2)),
        (Tool::from(verbose {}), Options::new().max_output_chars(40)),
    ];
    for (tool, expected) in rows {
        assert_eq!(tool.options(), &expected, "{}", tool.name());
    }
}

/// The run of an agent whose model calls the tool four times at once.
async fn four_calls(tool: &str) -> (Result<Run<String>>, Gauge, ScriptedModel) {
    let ids = ["c1", "c2", "c3", "c4"];
    let model = ScriptedModel::new([
        calls(ids.map(|id| (id, tool, "{}"))),
        Response::text("done"),
    ]);
    let gauge = Gauge::default();
    let agent = worker::agent().client(model.clone()).state(gauge.clone());
    let run = agent.build().expect("the agent is complete").run(()).await;
    (run, gauge, model)
}

#[tokio::test]
async fn executions_are_limited_as_the_tool_says() {
    for (tool, most) in [("alone", 1), ("paired", 2)] {
        let (run, gauge, _) = four_calls(tool).await;
        assert_eq!(
            run.unwrap().outcome(),
            &Outcome::Completed("done".to_owned())
        );
        assert_eq!(gauge.most(), most, "{tool}");
    }
}

#[tokio::test]
async fn a_tool_without_retries_ends_the_run_with_its_first_failure() {
    let (run, _, model) = four_calls("flaky").await;
    let error = run.unwrap_err();
    let state = error.run().expect("it was started");
    let outcome = state.call("c1").and_then(|call| call.outcome());
    assert!(
        matches!(outcome, Some(CallOutcome::Failed { ends_run: true, .. })),
        "{outcome:?}"
    );
    assert_eq!(model.requests().len(), 1);
}

#[tokio::test]
async fn the_model_reads_no_more_of_an_output_than_the_tool_says() {
    let (run, _, model) = four_calls("verbose").await;
    let run = run.unwrap();
    let Some(CallOutcome::Output(kept)) = run.state().call("c1").and_then(|call| call.outcome())
    else {
        panic!("{:?}", run.state())
    };
    assert!(kept.as_str().len() > 1000);
    let requests = model.requests();
    let Some(Message::Tool(results)) = requests[1].transcript.messages().last() else {
        panic!("{:?}", requests[1])
    };
    assert!(
        results[0].output.as_str().len() < 200,
        "{}",
        results[0].output.as_str()
    );
}
