//! A crate without the standard prelude: an expansion names everything by its path.
#![no_implicit_prelude]
#![deny(warnings)]

use ::phaseo_agent::{Prompt, State, agent, tool};
use ::std::string::String;

#[derive(::std::clone::Clone)]
struct Desk;

/// Load a ticket.
#[tool(timeout = "3s", approval = |input| input.ticket_id.is_empty())]
async fn fetch_ticket(ticket_id: String, State(_): State<Desk>) -> ::std::result::Result<String, &'static str> {
    ::std::result::Result::Ok(ticket_id)
}

/// Count to a number.
#[tool(streaming)]
async fn count(to: u8) -> ::phaseo_agent::tool::ToolStream<u8, u8> {
    emit!(1);
    ::std::result::Result::Ok(to)
}

/// Call a customer.
#[tool(manual)]
async fn call_customer(number: String) -> String;

/// You triage tickets.
#[agent(model = "m", tools(fetch_ticket, count, call_customer), temperature = |turn| if turn.step() == 1 { 0.1 } else { 0.9 })]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

struct Support;

/// You answer questions.
#[agent(model = "m")]
impl Support {
    /// Answer.
    #[tool]
    async fn answer(&self, question: String) -> String {
        question
    }
}

fn main() {
    let _ = triage::agent();
    let _ = Support.into_agent();
}
