//! An answer with a type: the model is asked for JSON that fits it, and what comes back is read and
//! validated before the program sees it. An answer that does not fit ends the run as stopped, with its text
//! kept.
//!
//! `cargo run --example typed_answer` needs no key and no network.

use examples::offline::{self, text};
use garde::Validate;
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Urgency {
    Low,
    High,
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
struct Triage {
    #[garde(skip)]
    urgency: Urgency,
    /// One sentence.
    #[garde(length(max = 60))]
    reason: String,
}

/// You triage letters of customers.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(letter: String) -> Prompt<Triage> {
    Prompt::user(letter)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = offline::client([
        text(r#"{"urgency":"high","reason":"Nobody can pay."}"#),
        text(r#"{"urgency":"extreme","reason":"Nobody can pay."}"#),
    ])
    .await?;
    let agent = triage::agent().client(client).build()?;
    for _ in 0..2 {
        match agent
            .run("The checkout fails for all of us!")
            .await?
            .outcome()
        {
            Outcome::Completed(triage) => println!("{:?}: {}", triage.urgency, triage.reason),
            Outcome::Stopped(stop) => println!("stopped: {stop}"),
            other => println!("{other:?}"),
        }
    }
    Ok(())
}
