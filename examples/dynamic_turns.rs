//! What a question to the model has, decided anew for each: a small model first and a bigger one
//! once a tool was called, instructions that name what a tool found out and put into the run's
//! context, and a tool that says what the next request has, and only that one.
//!
//! `cargo run --example dynamic_turns` needs no key and no network.

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use phaseo_agent::run::Turn;
use phaseo_agent::tool::NextTurn;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The app's own context, which is kept with the run.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Session {
    customer: Option<String>,
}

/// Find out who is writing.
#[tool]
async fn identify(
    email: String,
    #[extract] session: RunContext<Session>,
) -> Result<String, ToolError> {
    let customer = match email.as_str() {
        "ada@example.com" => "Ada Lovelace",
        _ => return Err(ToolError::retry("nobody has this address")),
    };
    session.set(&Session {
        customer: Some(customer.to_owned()),
    })?;
    Ok(customer.to_owned())
}

/// Work out the yearly price in euros.
#[tool]
async fn price(seats: u32, context: ToolContext) -> u32 {
    // No invention in the offer: the next request is cold, and has one tool.
    let next = NextTurn::new().temperature(0.0).tools(["send_offer"]);
    context.set_next_turn(next);
    seats * 120
}

/// Send an offer to the customer.
#[tool]
async fn send_offer(euros: u32) -> String {
    format!("sent: {euros} € a year")
}

/// You sell software.
#[agent(model = "openai/gpt-5-nano", tools(identify, price, send_offer))]
async fn sales(letter: String) -> Prompt<String> {
    Prompt::user(letter)
}

/// What the next question has beside what the agent says. It is asked once a step.
fn plan(turn: &Turn<'_>) -> NextTurn {
    if turn.last_tool_call().is_none() {
        return NextTurn::new();
    }
    let bigger = NextTurn::new().model("openai/gpt-5");
    match turn.context() {
        Ok(Session {
            customer: Some(name),
        }) => bigger.instructions(format!("You sell software, now to {name}.")),
        _ => bigger,
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client([
        call("identify", json!({ "email": "ada@example.com" })),
        call("price", json!({ "seats": 5 })),
        call("send_offer", json!({ "euros": 600 })),
        text("I sent you an offer of 600 € a year."),
    ])
    .await?;
    let agent = sales::agent()
        .each_turn(plan)
        .context(Session::default())
        .client(client)
        .build()?;

    let run = agent
        .run("ada@example.com asks: what do five seats cost?")
        .await?;
    for step in run.steps() {
        println!("step {}: {}", step.number, step.model);
        let settings = &step.settings;
        if let Some(instructions) = &settings.instructions {
            println!("  instructions: {instructions}");
        }
        if let Some(temperature) = settings.temperature {
            println!("  temperature: {temperature}");
        }
        if let Some(tools) = &settings.tools {
            println!("  tools: {}", tools.join(", "));
        }
        for call in &step.calls {
            println!("  calls {}({})", call.name(), call.tool_call().arguments);
        }
    }
    if let Outcome::Completed(answer) = run.outcome() {
        println!("answer: {answer}");
    }
    let session: Session = run.state().root().context()?;
    println!("the run's context: {session:?}");
    Ok(())
}
