use phaseo_agent::prelude::*;

/// You triage tickets.
#[agent(model = "test/model")]
async fn triage(id: String) -> Option<Prompt<String>> {
    Some(Prompt::user(id))
}

fn main() {}
