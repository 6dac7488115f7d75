use phaseo_agent::prelude::*;

fn plan(_turn: &Turn<'_>) -> String {
    String::new()
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", each_turn = plan)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn step(step: u32) -> NextTurn {
    NextTurn::new().temperature(f64::from(step))
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", each_turn = step)]
async fn steps(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
