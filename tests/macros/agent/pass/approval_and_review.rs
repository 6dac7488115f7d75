//! Who decides about calls and answers, in every form.
#![deny(warnings)]

use phaseo_agent::prelude::*;
use serde::Deserialize;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Triage {
    urgent: bool,
}

/// You triage tickets.
#[agent(model = "m", approval = true, human_review = true)]
async fn always(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

fn is_risky(context: &ToolContext) -> bool {
    context.call().name == "deploy"
}

async fn is_denied(context: &ToolContext) -> Result<Approval, std::io::Error> {
    Ok(match context.call().name.as_str() {
        "drop" => Approval::Deny("Nobody drops.".to_owned()),
        _ => Approval::Inherit,
    })
}

fn review(triage: &Triage, turn: &Turn<'_>) -> Option<Review> {
    (triage.urgent && turn.step() > 1).then(|| Review::new("It is urgent."))
}

/// You triage tickets.
#[agent(model = "m", approval = is_risky, human_review = review)]
async fn paths(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "m", approval = is_denied)]
async fn async_path(ticket_id: String) -> Result<Prompt<Triage>, ToolError> {
    Ok(Prompt::user(ticket_id))
}

/// You triage tickets.
#[agent(
    model = "m",
    approval = |context| context.step() > 1,
    human_review = |triage, _turn| triage.urgent.then(|| Review::new("It is urgent."))
)]
async fn closures(ticket_id: String) -> Result<Prompt<Triage>, ToolError> {
    Ok(Prompt::user(ticket_id))
}

/// You triage tickets.
#[agent(model = "m", approval = async |context| context.step() > 1)]
async fn async_closure(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "m", approval = |context| async move { is_denied(context).await })]
async fn closure_with_a_block(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

fn never(_: &Triage) -> Option<Review> {
    None
}

/// You triage tickets.
#[agent(model = "m", human_review = never)]
async fn of_the_answer(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "m", approval = |_| Approval::Allow, human_review = |triage| triage.urgent.then(|| Review::new("urgent")))]
async fn verdict(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = (always::agent(), paths::agent(), async_path::agent(), closures::agent());
    let _ = (async_closure::agent(), closure_with_a_block::agent(), verdict::agent(), of_the_answer::agent());
}
