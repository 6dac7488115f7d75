//! Progress, validators, and what changes from turn to turn: behaviours 13 and 15.

use std::sync::atomic::{AtomicU32, Ordering};

use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Limits, Turn};
use phaseo_agent::store::Store;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::{NextTurn, OnError};
use phaseo_agent::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Nothing, automatic, told};
use crate::{Ledger, calls};

/// How often a rule was asked.
static INPUTS: AtomicU32 = AtomicU32::new(0);
static OUTPUTS: AtomicU32 = AtomicU32::new(0);

fn positive_input(value: &i64, _: &()) -> garde::Result {
    INPUTS.fetch_add(1, Ordering::Relaxed);
    positive(*value)
}

fn positive_output(value: &i64, _: &()) -> garde::Result {
    OUTPUTS.fetch_add(1, Ordering::Relaxed);
    positive(*value)
}

fn positive(value: i64) -> garde::Result {
    match value > 0 {
        true => Ok(()),
        false => Err(garde::Error::new("must be positive")),
    }
}

#[derive(Deserialize, JsonSchema, garde::Validate)]
struct Number {
    #[garde(custom(positive_input))]
    number: i64,
}

#[derive(Serialize, JsonSchema, garde::Validate)]
#[serde(transparent)]
struct Positive {
    #[garde(custom(positive_output))]
    number: i64,
}

#[derive(Serialize, JsonSchema)]
struct Percent {
    percent: u8,
}

/// Doubles a number, with progress on the way.
fn double() -> Tool {
    Tool::builder("double")
        .description("Double a number.")
        .streaming_handler(async |input: Number, _, progress: Progress<Percent>| {
            progress.send(Percent { percent: 50 }).await?;
            let number = 2 * input.number;
            Ok::<_, ToolError>(Positive { number })
        })
        .validated()
        .validated_output()
        .build()
}

/// Gives an output that its rule refuses, which goes back to the model.
fn negate() -> Tool {
    Tool::builder("negate")
        .description("Negate a number.")
        .on_error(OnError::ReturnToModel)
        .sync_handler(|input: Number, _| {
            let number = -input.number;
            Ok::<_, ToolError>(Positive { number })
        })
        .validated()
        .validated_output()
        .build()
}

fn usage(input: u64, output: u64, cost: Option<u64>) -> Usage {
    let mut usage = Usage::of_tokens(input, output);
    usage.cost_nanos = cost;
    usage
}

#[tokio::test]
async fn b13_progress_and_a_failure_in_one_turn() {
    let number = r#"{"number":2}"#;
    let turn = calls([("c1", "double", number), ("c2", "negate", number)]);
    let model = ScriptedModel::new([
        turn.with_usage(usage(2, 1, Some(200_000_000))),
        Response::text("4").with_usage(usage(1, 1, Some(50_000_000))),
    ]);
    let agent = Agent::builder("calculator").model("test/model");
    let agent = agent.tools([double(), negate()]).client(model.clone());
    let agent = agent.build().unwrap();
    let mut seen = Vec::new();
    let run = agent.run("go").on_event(|event| {
        if let EventKind::ToolPreliminaryResult { call, result, .. } = &event.kind {
            seen.push((call.clone(), result.to_string()));
        }
    });
    let run = run.await.unwrap();

    assert_eq!(run.outcome(), &Outcome::Completed("4".to_owned()));
    assert_eq!(
        (
            INPUTS.load(Ordering::Relaxed),
            OUTPUTS.load(Ordering::Relaxed)
        ),
        (2, 2),
        "each rule was asked once a call"
    );
    assert_eq!(seen, [("c1".to_owned(), r#"{"percent":50}"#.to_owned())]);
    let [double, negate] = &run.steps()[0].calls[..] else {
        panic!("{:?}", run.steps()[0].calls)
    };
    let kept: Vec<_> = double.progress().iter().map(|it| it.as_str()).collect();
    assert_eq!(kept, [r#"{"percent":50}"#]);
    assert_eq!(
        double.result().map(|it| it.output.to_string()),
        Some("4".into())
    );
    assert_eq!(negate.result().map(|it| it.is_error), Some(true));
    assert_eq!(
        told(&model.requests()[1]),
        [
            ("c1", "4", false),
            (
                "c2",
                r#"{"error":"the output is not valid: number: must be positive"}"#,
                true
            )
        ]
    );
    assert_eq!(run.usage(), usage(3, 2, Some(250_000_000)));
    assert_eq!(run.usage().cost(), Some(0.25));
}

/// The app's own context.
#[derive(Serialize, Deserialize)]
struct Desk {
    urgent: bool,
}

/// Says that it is urgent, and that the next answer is to be dry.
fn escalate() -> Tool {
    Tool::builder("escalate")
        .description("Escalate.")
        .sync_handler(|_: Nothing, context: ToolContext| {
            context.set_context(&Desk { urgent: true })?;
            context.set_next_turn(NextTurn::new().temperature(0.2));
            Ok::<_, ToolError>(())
        })
        .build()
}

/// A model by the context, and instructions by the turn.
fn plan(turn: &Turn<'_>) -> NextTurn {
    let desk: Desk = turn.context().expect("every run has a desk");
    let model = if desk.urgent { "large" } else { "small" };
    let instructions = format!("Turn {} of {}.", turn.step(), turn.messages().len());
    NextTurn::new().model(model).instructions(instructions)
}

#[tokio::test]
async fn b15_model_and_instructions_follow_the_turn_the_context_and_the_last_call() {
    let again = |id| calls([(id, "look", "{}")]);
    let model = ScriptedModel::new([
        calls([("c1", "escalate", "{}")]),
        again("c2"),
        Response::text("done"),
    ]);
    let store = MemoryStore::new();
    let agent = Agent::builder("desk")
        .model("never/asked")
        .each_turn(plan)
        .context(Desk { urgent: false })
        .tools([escalate(), automatic("look", &Ledger::default())])
        .client(model.clone())
        .store(store.clone());
    let run = agent.build().unwrap().run("go").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));

    let requests = model.requests();
    let asked = requests.iter().map(|request| {
        let instructions = request.instructions.as_deref().unwrap();
        (&*request.model, instructions, request.sampling.temperature)
    });
    assert_eq!(
        asked.collect::<Vec<_>>(),
        [
            ("small", "Turn 1 of 1.", None),
            ("large", "Turn 2 of 3.", Some(0.2)),
            ("large", "Turn 3 of 5.", None),
        ]
    );
    let entries = store.load(run.id(), 0).await.unwrap();
    assert_eq!(entries, run.state().entries(), "the store has the run");
}

/// Sets the context through what `#[tool]` hands in.
#[tool]
async fn calm_down(#[extract] desk: RunContext<Desk>) -> Result<bool, ToolError> {
    let before = desk.get()?.urgent;
    desk.set(&Desk { urgent: false })?;
    Ok(before)
}

#[tokio::test]
async fn b15_a_typed_context_is_read_and_set_by_a_tool() {
    let model = ScriptedModel::new([calls([("c1", "calm_down", "{}")]), Response::text("done")]);
    let agent = Agent::builder("desk").each_turn(plan).model("never/asked");
    let agent = agent.tools(calm_down {}).client(model.clone());
    let agent = agent.context(Desk { urgent: false }).build().unwrap();
    agent
        .run("go")
        .context(Desk { urgent: true })
        .await
        .unwrap();
    let requests = model.requests();
    assert_eq!(told(&requests[1]), [("c1", "true", false)]);
    assert_eq!(
        (&*requests[0].model, &*requests[1].model),
        ("large", "small")
    );
}

/// A run of two steps that cost a dollar each, where two dollars are the limit.
async fn two_dollars(second: Response) -> (Run<u8>, MemoryStore) {
    let dollar = |response: Response| response.with_usage(usage(1, 1, Some(1_000_000_000)));
    let first = dollar(calls([("c1", "look", "{}")]));
    let store = MemoryStore::new();
    let agent = AgentBuilder::of("counter", async |text: String| {
        Ok::<_, ToolError>(Prompt::<u8>::user(text))
    });
    let agent = agent
        .model("test/model")
        .stop_when(Limits::new().cost(2.0))
        .tools(automatic("look", &Ledger::default()))
        .client(ScriptedModel::new([first, dollar(second)]))
        .store(store.clone())
        .build()
        .expect("the agent is complete");
    let run = agent.run("go").await.expect("it ends");
    (run, store)
}

#[tokio::test]
async fn b15_a_limit_of_cost_stops_the_run_after_the_step_that_meets_it() {
    let (run, store) = two_dollars(calls([("c2", "look", "{}")])).await;
    let Outcome::Stopped(stop) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(
        stop,
        &Stop::MaxCost {
            limit_nanos: 2_000_000_000
        }
    );
    assert_eq!(stop.to_string(), "the limit of $2.00 was reached");
    let last = run.state().transcript().last();
    assert!(matches!(last, Some(Message::Tool(_))), "the step is whole");
    let entries = store.load(run.id(), 0).await.unwrap();
    assert_eq!(entries, run.state().entries());
}

#[tokio::test]
async fn b15_a_valid_answer_in_the_step_that_meets_the_limit_is_the_answer() {
    let (run, store) = two_dollars(Response::text("7")).await;
    assert_eq!(run.outcome(), &Outcome::Completed(7));
    assert_eq!(run.usage().cost(), Some(2.0));
    let entries = store.load(run.id(), 0).await.unwrap();
    assert_eq!(entries, run.state().entries());
}
