//! Agents and blocks where nothing is in scope.
#![no_implicit_prelude]
#![deny(warnings)]

use ::phaseo_agent::{Prompt, State, agent, tool};
use ::std::string::String;

/// Load a ticket.
#[tool]
async fn fetch_ticket(id: String) -> String {
    id
}

/// You triage tickets.
#[agent(model = "test/model", tools(fetch_ticket), max_steps = 3, stop_when(tokens = 9), approval = true)]
async fn triage(id: String, State(_desk): State<Desk>) -> Prompt<String> {
    Prompt::user(id)
}

#[derive(::core::clone::Clone)]
struct Desk;

/// You work at a desk.
#[agent(model = "test/model")]
impl Desk {
    /// Say whose it is.
    #[tool]
    async fn whose(&self, name: ::core::option::Option<String>) -> ::core::option::Option<String> {
        name
    }

    #[prompt]
    async fn ask(&self, question: String) -> Prompt<u8> {
        Prompt::user(question)
    }
}

fn main() {
    let _ = (triage::agent(), Desk.into_agent());
}
