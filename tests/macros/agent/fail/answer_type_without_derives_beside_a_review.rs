use phaseo_agent::prelude::*;

struct Triage {
    urgent: bool,
}

/// You triage tickets.
#[agent(
    model = "openai/gpt-5-nano",
    human_review = |triage| triage.urgent.then(|| Review::new("It is urgent."))
)]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(ticket_id)
}

fn main() {}
