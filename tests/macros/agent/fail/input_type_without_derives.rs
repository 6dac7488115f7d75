use phaseo_agent::prelude::*;

struct Ticket;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(_ticket: Ticket) -> Prompt<String> {
    Prompt::user("Triage it.")
}

fn main() {
    let _ = triage::agent();
}
