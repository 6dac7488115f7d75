use phaseo_agent::prelude::*;

fn review(_answer: &u8, _turn: &Turn<'_>) -> Option<Review> {
    None
}

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", human_review = review)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
