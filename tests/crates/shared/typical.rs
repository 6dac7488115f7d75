//! Typical tools and agents.

use garde::Validate;
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A ticket.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub struct Ticket {
    /// Its ID.
    #[garde(length(min = 3))]
    pub id: String,
    /// What it is about.
    #[serde(default)]
    #[garde(skip)]
    pub subject: Option<String>,
}

/// Where tickets are kept.
#[derive(Clone, Debug)]
pub struct Desk {
    /// Whose it is.
    pub name: String,
}

/// Load one ticket.
///
/// # Errors
/// None.
#[tool(timeout = "1m30s", on_error = "return-to-model", idempotent)]
pub async fn fetch_ticket(
    /// The ticket's ID.
    #[garde(length(min = 3))]
    ticket_id: String,
    #[serde(default)] r#type: u8,
    State(desk): State<Desk>,
) -> Result<Ticket, ToolError> {
    Ok(Ticket {
        id: ticket_id,
        subject: (r#type > 0).then_some(desk.name),
    })
}

/// Deploy.
#[tool(approval = |input, context| async move { input.release.len() > 3 && context.attempt() == 1 })]
pub async fn deploy(release: String) {
    drop(release);
}

/// Ask the sales desk.
#[tool(manual, on_response = in_euros)]
pub async fn ask_sales(item: String) -> String;

async fn in_euros(cents: u32, _context: ToolContext) -> Result<String, ToolError> {
    Ok(std::future::ready(format!("{cents} cents")).await)
}

/// Give money back.
#[tool(interactive)]
pub async fn refund(Args(ticket): Args<Ticket>, cents: Progress<u32>) -> Interactive<u32> {
    match cents.send(7).await {
        Ok(()) => Interactive::Done(7),
        Err(_) => Interactive::pending(ticket.id),
    }
}

/// Count.
#[tool(streaming, next_turn(temperature = 0.5))]
pub async fn count(to: u32) -> ToolStream<u32, u32> {
    for number in 1..=to {
        emit!(number);
    }
    Ok(to)
}

/// You triage tickets.
#[agent(
    model = "test/model",
    tools(fetch_ticket, deploy, ask_sales, refund, count),
    each_turn = |turn| match turn.step() {
        1 => phaseo_agent::tool::NextTurn::new().temperature(0.0),
        _ => phaseo_agent::tool::NextTurn::new(),
    },
    human_review = |ticket: &Ticket| (ticket.id.len() > 9).then(|| phaseo_agent::run::Review::new("it is long")),
)]
pub async fn triage(question: String, State(desk): State<Desk>) -> Prompt<Ticket> {
    Prompt::user(format!("{}: {question}", desk.name))
}

/// A desk.
#[derive(Debug)]
pub struct Support {
    /// Whose it is.
    pub name: String,
}

/// You answer customers.
#[agent(model = "test/model")]
impl Support {
    /// Say whose desk it is.
    #[tool]
    async fn whose(&self, twice: bool) -> String {
        self.name.repeat(if twice { 2 } else { 1 })
    }

    #[prompt]
    async fn ask(&self, question: String) -> Prompt<String> {
        Prompt::user(format!("{}: {question}", self.name))
    }
}

/// Both agents build up to what only a program can supply.
#[must_use]
pub fn agents() -> (impl Sized, impl Sized) {
    let name = "North".to_owned();
    (triage::agent().state(Desk { name: name.clone() }), Support { name }.into_agent())
}
