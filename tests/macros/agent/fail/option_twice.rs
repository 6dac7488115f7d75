use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano", each_turn = |_turn| NextTurn::new(), context = u8, approval = true, human_review = true, each_turn = |_turn| NextTurn::new(), context = u8, approval = true, human_review = true)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {}
