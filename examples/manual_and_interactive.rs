//! Work that people do: a manual tool, whose output always comes from outside, and an interactive
//! one, which settles small cases by itself and hands bigger ones to a person. What the person says
//! becomes the tool's output by `on_response`.
//!
//! `cargo run --example manual_and_interactive` needs no key and no network.

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use phaseo_agent::run::PendingKind;
use phaseo_agent::tool::Interactive;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
struct Order {
    order: String,
}

#[derive(Serialize, JsonSchema)]
struct Delivery {
    delivered: bool,
}

/// The carrier has no interface: somebody calls there.
fn ask_carrier() -> Tool {
    Tool::builder("ask_carrier")
        .description("Ask the carrier about an order.")
        .manual::<Order, Delivery>()
        .build()
}

#[derive(Deserialize, JsonSchema)]
struct Refund {
    order: String,
    cents: u32,
}

/// What a person says of a refund that the desk may not give.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Verdict {
    granted_cents: u32,
}

#[derive(Serialize, JsonSchema)]
struct Refunded {
    order: String,
    cents: u32,
}

fn refund() -> Tool {
    Tool::builder("refund")
        .description("Give money back.")
        .interactive(async |Refund { order, cents }: Refund, _| {
            Ok::<_, ToolError>(match cents {
                0..=10_000 => Interactive::Done(Refunded { order, cents }),
                _ => Interactive::pending(format!(
                    "{} € is more than the desk may give",
                    cents / 100
                )),
            })
        })
        .on_response(async |verdict: Verdict, context| {
            let asked: Refund = context.call().input.read()?;
            Ok::<_, ToolError>(Refunded {
                order: asked.order,
                cents: verdict.granted_cents,
            })
        })
        .build()
}

/// You help customers.
#[agent(model = "openai/gpt-5-nano", tools(ask_carrier(), refund()))]
async fn support(request: String) -> Prompt<String> {
    Prompt::user(request)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client([
        call("refund", json!({ "order": "A-7", "cents": 2_000 }))
            .and_call("refund", json!({ "order": "A-8", "cents": 80_000 }))
            .and_call("ask_carrier", json!({ "order": "A-9" })),
        text("You get 20 € for A-7 and 400 € for A-8. A-9 was delivered."),
    ])
    .await?;
    let agent = support::agent().client(client).build()?;

    let mut run = agent
        .run("A-7 was late, A-8 was broken, and where is A-9?")
        .on_event(print)
        .await?;
    while let Outcome::Paused(pause) = run.outcome() {
        let mut resume = agent.resume(run.id());
        for pending in &pause.pending {
            println!("{pending}");
            resume = match pending.kind {
                PendingKind::Manual => {
                    let Order { order } = serde_json::from_str(&pending.input)?;
                    println!("  somebody calls the carrier about {order}");
                    resume.output(&pending.id, Delivery { delivered: true })
                }
                PendingKind::Interactive => {
                    let granted_cents = 40_000;
                    println!("  the head of support grants {granted_cents} cents");
                    resume.output(&pending.id, Verdict { granted_cents })
                }
                _ => anyhow::bail!("{pending}"),
            };
        }
        run = resume.on_event(print).await?;
    }
    if let Outcome::Completed(answer) = run.outcome() {
        println!("model: {answer}");
    }
    Ok(())
}

/// Prints what becomes of the calls.
fn print(event: &Event) {
    match &event.kind {
        EventKind::ToolCompleted { call, output, .. } => println!("{call} gives {output}"),
        EventKind::ToolHandedOver { call, .. } => println!("{call} is handed over"),
        _ => {}
    }
}
