use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "openai/gpt-5-nano")]
async fn triage(ticket_id: String) -> Prompt<String> {
    let shared = std::rc::Rc::new(ticket_id);
    std::future::ready(()).await;
    Prompt::user(shared.to_string())
}

fn main() {}
