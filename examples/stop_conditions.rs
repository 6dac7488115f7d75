//! When a run ends without an answer: limits of tokens, cost and steps, a tool call, a condition of
//! your own, a model that goes round in circles. What was done is kept: a stopped run goes on under
//! a higher limit, and with `OnStop::Answer` the model answers once more without tools.
//!
//! `cargo run --example stop_conditions` needs no key and no network.

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Limits, OnStop, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Hits {
    page: u32,
    new: u32,
}

/// Search the archive.
#[tool]
async fn search(page: u32) -> Hits {
    let new = 4_u32.saturating_sub(page);
    Hits { page, new }
}

/// You search the archive, page by page.
#[agent(model = "openai/gpt-5-nano", tools(search))]
async fn archivist(question: String) -> Prompt<String> {
    Prompt::user(question)
}

/// The reason to stop, if the last page had nothing new.
fn nothing_new(turn: &Turn<'_>) -> Option<String> {
    let hits: Hits = turn.last_tool_call()?.result()?.output.read().ok()?;
    (hits.new == 0).then(|| format!("page {} has nothing new", hits.page))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // A model that never has enough. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client_by(|question| match question.allows_calls() {
        true => call("search", json!({ "page": question.calls().len() + 1 })),
        false => text("I did not finish; this is what I have."),
    })
    .await?;
    // A limit can be the agent's …
    let agent = archivist::agent()
        .stop_when(Limits::new().cost(0.02))
        .client(client.clone())
        .build()?;
    let run = agent.run("What is there on ants?").await?;
    print("cost", &run);

    // … and a stopped run goes on where it stands, under a higher one.
    let higher = Limits::new().cost(0.05);
    let run = agent.resume(run.id()).stop_when(higher).await?;
    print("higher cost", &run);

    // A limit can also hold for one run, in place of the agent's.
    let limits = [
        ("tokens", Limits::new().tokens(150)),
        ("tool call", Limits::new().tool_call("search")),
    ];
    for (name, limits) in limits {
        let run = agent
            .run("What is there on ants?")
            .stop_when(limits)
            .await?;
        print(name, &run);
    }
    let run = agent.run("What is there on ants?").max_steps(2).await?;
    print("steps", &run);

    // A condition is code, and so the agent's alone.
    let agent = archivist::agent()
        .stop_if(nothing_new)
        .client(client.clone())
        .build()?;
    let run = agent.run("What is there on ants?").await?;
    print("condition", &run);

    // In place of ending as it is, a run can ask the model for a last answer, without tools.
    let agent = archivist::agent()
        .max_steps(2)
        .on_stop(OnStop::Answer)
        .client(client)
        .build()?;
    let run = agent.run("What is there on ants?").await?;
    print("last answer", &run);

    let client = offline::client_by(|_| call("search", json!({ "page": 1 }))).await?;
    let agent = archivist::agent().loop_guard(3).client(client).build()?;
    let run = agent.run("What is there on ants?").await?;
    print("loop guard", &run);
    Ok(())
}

/// Prints what a run came to, and what it took.
fn print(limit: &str, run: &Run<String>) {
    let end = match run.outcome() {
        Outcome::Completed(answer) => format!("answered: {answer}"),
        Outcome::Stopped(stop) => format!("stopped: {stop}"),
        other => format!("{other:?}"),
    };
    println!("{limit:<11}  {end}");
    let (steps, usage) = (run.steps().len(), run.usage());
    let (tokens, dollars) = (usage.total_tokens, usage.cost().unwrap_or_default());
    println!(
        "{:<11}  steps: {steps}, tokens: {tokens}, ${dollars:.4}",
        ""
    );
}
