//! Tools that run at once: three readings side by side, which finish in another order than the
//! model asked for and are handed back in the model's, with progress values told as they come; then
//! charts of which two at most are drawn at once, and a page that is published alone.
//!
//! `cargo run --example parallel_tools` needs no key and no network.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{Barrier, watch};

/// How many readings are done. Each waits for its place in `ORDER`, so that what is printed is sure:
/// if they did not run at once, the first would wait for ever.
type Done = Arc<watch::Sender<usize>>;

const ORDER: [&str; 3] = ["Cairo", "Rome", "Oslo"];

/// Read the thermometer of a city.
#[tool]
async fn measure(
    city: String,
    State(done): State<Done>,
    #[extract] progress: Progress<&'static str>,
) -> Result<i32, ToolError> {
    let mut done = done.subscribe();
    done.wait_for(|done| ORDER.get(*done) == Some(&city.as_str()))
        .await?;
    progress.send("asking the station").await?;
    progress.send("reading").await?;
    Ok(match city.as_str() {
        "Oslo" => 4,
        "Rome" => 16,
        _ => 31,
    })
}

/// How many charts are being drawn.
type Drawing = Arc<AtomicUsize>;

#[derive(Deserialize, JsonSchema)]
struct Chart {
    city: String,
}

const AT_ONCE: usize = 2;

/// At most two at once, whatever the agent allows.
fn draw(drawing: Drawing) -> Tool {
    let pair = Arc::new(Barrier::new(2));
    Tool::builder("draw")
        .description("Draw the chart of a city.")
        .max_concurrency(AT_ONCE)
        .handler(move |chart: Chart, _| {
            let (drawing, pair) = (Arc::clone(&drawing), Arc::clone(&pair));
            async move {
                // Two count themselves, then both look, then both are done.
                drawing.fetch_add(1, SeqCst);
                pair.wait().await;
                let at_once = drawing.load(SeqCst);
                pair.wait().await;
                drawing.fetch_sub(1, SeqCst);
                Ok::<_, ToolError>(format!("{}.svg, one of {at_once} at once", chart.city))
            }
        })
        .build()
}

#[derive(Deserialize, JsonSchema)]
struct Page {}

/// Alone in its step: it begins when nothing else runs, and nothing begins before it is done.
fn publish(drawing: Drawing) -> Tool {
    Tool::builder("publish")
        .description("Publish the page.")
        .sequential()
        .sync_handler(move |_: Page, _| {
            let others = drawing.load(SeqCst);
            Ok::<_, ToolError>(format!("published while {others} charts were drawn"))
        })
        .build()
}

/// You publish the weather.
#[agent(model = "openai/gpt-5-nano", tools(measure), tool_concurrency = 3)]
async fn weather(request: String) -> Prompt<String> {
    Prompt::user(request)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client([
        call("measure", json!({ "city": "Oslo" }))
            .and_call("measure", json!({ "city": "Rome" }))
            .and_call("measure", json!({ "city": "Cairo" })),
        call("draw", json!({ "city": "Oslo" }))
            .and_call("draw", json!({ "city": "Rome" }))
            .and_call("draw", json!({ "city": "Cairo" }))
            .and_call("draw", json!({ "city": "Bergen" }))
            .and_call("publish", json!({})),
        text("The page is out."),
    ])
    .await?;
    let (done, drawing) = (Done::default(), Drawing::default());
    let agent = weather::agent()
        .tools([draw(Arc::clone(&drawing)), publish(drawing)])
        .state(Arc::clone(&done))
        .client(client)
        .build()?;

    println!("three readings at once:");
    let run = agent
        .run("Publish the weather.")
        .on_event(|event| print(event, &done))
        .await?;
    for step in run.steps().iter().filter(|step| !step.calls.is_empty()) {
        println!("what the model reads in step {}:", step.number + 1);
        for result in step.calls.iter().filter_map(|call| call.result()) {
            println!("  {}: {} gives {}", result.id, result.name, result.output);
        }
    }
    Ok(())
}

/// Prints the readings as they go on, and lets the next one finish when one is done.
fn print(event: &Event, done: &Done) {
    match &event.kind {
        EventKind::ToolStarted {
            call, name, input, ..
        } if name == "measure" => {
            println!("  {call} begins: {name}({input})");
        }
        EventKind::ToolPreliminaryResult { call, result, .. } => println!("  {call}: {result}"),
        EventKind::ToolCompleted {
            call, name, output, ..
        } if name == "measure" => {
            println!("  {call} is done: {output}");
            done.send_modify(|done| *done += 1);
        }
        _ => {}
    }
}
