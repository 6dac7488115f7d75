//! An agent as a tool of another one. A call inside it waits for a person like any other: the pause
//! shows where it lies, and it is approved from outside by its id. The two are one run, with one log
//! and one usage.
//!
//! `cargo run --example sub_agents` needs no key and no network.

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use phaseo_agent::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Buy a market report.
#[tool(approval = true)]
async fn buy_report(market: String, euros: u32) -> String {
    format!("{euros} €: the {market} market grows by 7 % a year")
}

/// What is known of a market.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Finding {
    growth_percent: u32,
}

/// You find out how a market grows.
#[agent(model = "openai/gpt-5-nano", tools(buy_report))]
async fn researcher(market: String) -> Prompt<Finding> {
    Prompt::user(format!("How does the {market} market grow?"))
}

/// You write for investors. Ask the researcher for figures.
#[agent(model = "openai/gpt-5", tools(researcher::agent()))]
async fn writer(topic: String) -> Prompt<String> {
    Prompt::user(format!("One sentence about {topic}."))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client([
        call("researcher", json!({ "market": "tea" })),
        call("buy_report", json!({ "market": "tea", "euros": 90 })),
        text(json!({ "growth_percent": 7 })),
        text("Tea grows by 7 % a year."),
    ])
    .await?;
    let agent = writer::agent().client(client).build()?;

    let mut run = agent.run("tea").on_event(print).await?;
    while let Outcome::Paused(pause) = run.outcome() {
        let mut resume = agent.resume(run.id());
        for pending in &pause.pending {
            println!("{pending}");
            println!("  ada approves it; its path: {:?}", pending.path);
            resume = resume.approve(&pending.id).by("ada");
        }
        run = resume.on_event(print).await?;
    }

    if let Outcome::Completed(answer) = run.outcome() {
        println!("answer: {answer}");
    }
    let inner = run.state().opened_by("call_1");
    let inner = inner.map(|frame| frame.usage()).unwrap_or_default();
    println!("the researcher used {}", tokens(inner));
    println!("both used {}", tokens(run.usage()));
    Ok(())
}

fn tokens(usage: Usage) -> String {
    let Usage {
        input_tokens,
        output_tokens,
        ..
    } = usage;
    format!("{input_tokens} tokens in, {output_tokens} out")
}

/// Prints who does what: `path` has the calls that the event lies in.
fn print(event: &Event) {
    let indent = "  ".repeat(event.path.len());
    let agent = &event.agent_id;
    match &event.kind {
        EventKind::ModelRequested { model, .. } => println!("{indent}{agent} asks {model}"),
        EventKind::ToolStarted {
            call, name, input, ..
        } => {
            println!("{indent}{agent} calls {name}({input}) as {call}");
        }
        EventKind::ToolCompleted { call, output, .. } => println!("{indent}{call} gives {output}"),
        _ => {}
    }
}
