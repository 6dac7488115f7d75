//! What an agent can answer, and how its function can fail.
#![deny(warnings)]

use garde::Validate;
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema, Validate)]
struct Triage {
    #[garde(range(max = 5))]
    urgency: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Spam,
    NoSpam,
}

type Answered<T> = Result<Prompt<T>, std::io::Error>;

macro_rules! agents {
    ($($name:ident -> $answer:ty),* $(,)?) => {
        $(
            /// You answer.
            #[agent(model = "test/model")]
            async fn $name() -> Result<Prompt<$answer>, ToolError> {
                Ok(Prompt::user("Answer."))
            }
        )*
    };
}

agents! {
    text -> String,
    triage -> Triage,
    verdict -> Verdict,
    list -> Vec<Triage>,
    number -> u32,
    yes -> bool,
    pair -> (String, Option<Verdict>),
    any -> serde_json::Value,
}

/// You answer.
#[agent(model = "test/model")]
async fn aliased() -> Answered<Verdict> {
    Ok(Prompt::user("Answer."))
}

fn main() {
    let model = phaseo_agent::testing::ScriptedModel::default;
    assert!(text::agent().client(model()).build().is_ok());
    assert!(triage::agent().client(model()).build().is_ok());
    assert!(verdict::agent().client(model()).build().is_ok());
    assert!(list::agent().client(model()).build().is_ok());
    assert!(number::agent().client(model()).build().is_ok());
    assert!(yes::agent().client(model()).build().is_ok());
    assert!(pair::agent().client(model()).build().is_ok());
    assert!(any::agent().client(model()).build().is_ok());
    assert!(aliased::agent().client(model()).build().is_ok());
}
