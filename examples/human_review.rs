//! An answer that a person looks at before the run ends with it: a letter that promises something
//! waits, is rejected with a reason that the model is told, and the next one is approved.
//!
//! `cargo run --example human_review` needs no key and no network.

use examples::offline::{self, text};
use phaseo_agent::RawJson;
use phaseo_agent::prelude::*;
use phaseo_agent::run::Review;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Letter {
    to: String,
    body: String,
}

/// You write letters to customers.
#[agent(model = "openai/gpt-5-nano")]
async fn writer(request: String) -> Prompt<Letter> {
    Prompt::user(request)
}

/// Why somebody must look at a letter, if so, with the letter to look at.
fn review(letter: &Letter) -> Option<Review> {
    let words = ["guarantee", "promise"];
    if !words.iter().any(|word| letter.body.contains(word)) {
        return None;
    }
    let review = Review::new("it promises something");
    Some(match RawJson::of(letter) {
        Ok(letter) => review.payload(letter),
        Err(_) => review,
    })
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client([
        text(json!({ "to": "Ada", "body": "We guarantee that it never happens again." })),
        text(json!({ "to": "Ada", "body": "We promise to look into it." })),
        text(json!({ "to": "Bo", "body": "Thank you for your letter." })),
    ])
    .await?;
    let agent = writer::agent()
        .human_review(|letter, _| review(letter))
        .client(client)
        .build()?;

    let run = agent.run("Tell Ada that we are sorry.").await?;
    let first = waiting(&run)?;
    let resume = agent.resume(run.id());
    println!("  grace rejects {first}");
    let run = resume
        .reject(first, "We cannot guarantee that.")
        .by("grace")
        .await?;
    let second = waiting(&run)?;
    println!("  grace approves {second}");
    let run = agent.resume(run.id()).approve(second).by("grace").await?;
    print(run.outcome());

    let run = agent.run("Thank Bo.").await?;
    print(run.outcome());
    Ok(())
}

/// Prints what a person is shown, and gives the review's id, by which they decide.
fn waiting(run: &Run<Letter>) -> anyhow::Result<&str> {
    let Outcome::Paused(pause) = run.outcome() else {
        anyhow::bail!("nobody was asked: {:?}", run.outcome());
    };
    println!("{pause}");
    Ok(&pause.pending[0].id)
}

fn print(outcome: &Outcome<Letter>) {
    match outcome {
        Outcome::Completed(Letter { to, body }) => println!("sent to {to}: {body}"),
        other => println!("not sent: {other:?}"),
    }
}
