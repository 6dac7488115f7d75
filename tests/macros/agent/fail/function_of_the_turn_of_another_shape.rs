use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = || "openai/gpt-5-nano")]
async fn no_turn(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", temperature = |turn, step| 0.3)]
async fn two(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = async |turn| "openai/gpt-5-nano")]
async fn not_at_once(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", each_turn = || NextTurn::new())]
async fn no_turn_for_all(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
