//! An agent and a block in a crate whose own types have the names of the prelude's.
#![deny(warnings)]
#![allow(dead_code)]

use phaseo_agent::{Prompt, agent, tool};

struct Option;
struct Result;
struct Some;
struct None;
struct Ok;
struct Err;
struct Box;
struct Vec;
trait Into {}
trait From {}
trait Clone {}
trait Send {}

/// Load a ticket.
#[tool]
async fn fetch_ticket(id: u32) -> u32 {
    id
}

/// You triage tickets.
#[agent(model = "test/model", tools(fetch_ticket), temperature = 0.5)]
async fn triage(id: u32) -> Prompt<u32> {
    Prompt::user(id.to_string())
}

struct Desk;

/// You work at a desk.
#[agent(model = "test/model")]
impl Desk {
    /// Say whose it is.
    #[tool]
    async fn whose(&self, number: u32) -> u32 {
        number
    }
}

fn main() {
    let _ = (triage::agent(), Desk.into_agent());
}
