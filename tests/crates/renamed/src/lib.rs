//! A crate that knows `phaseo-agent` by another name.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use agents::prelude::*;

/// Load one ticket.
#[tool(crate = ::agents, approval = |input| input.id.len() > 3)]
pub async fn fetch_ticket(#[garde(length(min = 3))] id: String, State(desk): State<Desk>) -> String {
    format!("{}{id}", desk.0)
}

/// Count.
#[tool(streaming, crate = ::agents)]
pub async fn count(to: u32) -> ToolStream<u32, u32> {
    for number in 1..=to {
        emit!(number);
    }
    Ok(to)
}

/// Where tickets are kept.
#[derive(Clone, Debug)]
pub struct Desk(String);

/// You triage tickets.
#[agent(model = "test/model", tools(fetch_ticket, count), crate = ::agents)]
pub async fn triage(question: String) -> Prompt<String> {
    Prompt::user(question)
}

/// You answer customers.
#[agent(model = "test/model", crate = ::agents)]
impl Desk {
    /// Say whose desk it is.
    #[tool]
    async fn whose(&self) -> String {
        self.0.clone()
    }
}
