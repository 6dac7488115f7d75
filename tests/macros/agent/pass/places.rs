//! Where an agent may stand, and who may see it.
#![deny(warnings, unreachable_pub)]

mod agents {
    use phaseo_agent::prelude::*;

    /// You triage tickets.
    #[agent(model = "m")]
    pub(crate) async fn triage(ticket_id: String) -> Prompt<String> {
        Prompt::user(ticket_id)
    }
}

use agents::triage;
use phaseo_agent::prelude::*;

fn main() {
    /// You are in a function.
    #[agent(model = "m")]
    async fn inner(input: String) -> Prompt<String> {
        Prompt::user(input)
    }
    let _ = (triage::agent(), inner::agent());
    drop(triage(String::new()));
}
