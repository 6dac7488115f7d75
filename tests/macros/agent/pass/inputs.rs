//! What an agent can be run with.
#![deny(warnings)]

use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;

/// One text.
#[agent(model = "m")]
async fn text(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// One value.
#[agent(model = "m")]
async fn value(numbers: Vec<u8>) -> Prompt<String> {
    Prompt::user(format!("{numbers:?}"))
}

/// Nothing.
#[agent(model = "m")]
async fn nothing() -> Prompt<String> {
    Prompt::user("Go.")
}

/// Two values.
#[agent(model = "m")]
async fn two(left: u8, right: u8) -> Prompt<String> {
    Prompt::user(format!("{left}{right}"))
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Order {
    item: String,
}

/// The whole input.
#[agent(model = "m")]
async fn whole(Args(order): Args<Order>) -> Prompt<String> {
    Prompt::user(order.item)
}

#[agent(model = "m")]
async fn without_instructions(text: String) -> anyhow::Result<Prompt<u8>> {
    anyhow::ensure!(!text.is_empty());
    Ok(Prompt::user(text))
}

fn main() -> Result<()> {
    let model = ScriptedModel::default();
    let _ = text::agent().client(model.clone()).build()?.run("T-42");
    let _ = text::agent().client(model.clone()).build()?.run(String::new());
    let _ = text::agent().client(model.clone()).build()?.run(TextInput { ticket_id: String::new() });
    let _ = value::agent().client(model.clone()).build()?.run(vec![1, 2]);
    let _ = nothing::agent().client(model.clone()).build()?.run(());
    let _ = two::agent().client(model.clone()).build()?.run(TwoInput { left: 1, right: 2 });
    let _ = whole::agent().client(model.clone()).build()?.run(Order { item: String::new() });
    let agent: Agent<WithoutInstructionsInput, u8> = without_instructions::agent().client(model).build()?;
    let _ = agent.run("text");
    Ok(())
}
