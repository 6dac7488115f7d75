//! Settings that are constants or functions of the turn.
#![deny(warnings)]

use phaseo_agent::prelude::*;

const MODEL: &str = "openai/gpt-5-nano";
const LIMIT: u32 = 2_000;

mod settings {
    use phaseo_agent::prelude::*;

    pub const TEMPERATURE: f64 = 0.3;

    pub fn model(turn: &Turn<'_>) -> String {
        format!("openai/gpt-{}", turn.step())
    }
}

fn sometimes(turn: &Turn<'_>) -> Option<&'static str> {
    (turn.step() > 1).then_some("openai/gpt-5")
}

fn share(_: &Turn<'_>) -> f64 {
    0.5
}

fn plan(turn: &Turn<'_>) -> NextTurn {
    match turn.last_tool_call() {
        Some(_) => NextTurn::new().temperature(0.1),
        None => NextTurn::new(),
    }
}

#[agent(
    model = MODEL,
    instructions = concat!("You triage ", "tickets."),
    temperature = settings::TEMPERATURE,
    top_p = share,
    max_output_tokens = LIMIT,
    each_turn = plan
)]
async fn constants(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(
    model = settings::model,
    instructions = |turn| format!("You are in step {}.", turn.step()),
    temperature = |turn| f64::from(turn.step()) / 10.0,
    top_p = |_| Some(0.9),
    max_output_tokens = |turn: &Turn<'_>| 100 * turn.step(),
    each_turn = |turn| NextTurn::new().top_p(1.0 / f64::from(turn.step()))
)]
async fn functions(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = sometimes, temperature = |_turn| 1.0, each_turn = |turn| (turn.step() > 2).then(NextTurn::new))]
async fn optional(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

#[agent(model = "m", instructions = include_str!("functions_of_the_turn.rs"))]
async fn from_a_file(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = (constants::agent(), functions::agent(), optional::agent(), from_a_file::agent());
}
