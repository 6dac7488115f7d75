//! A crate that has phaseo-agent only through another one says where.
#![deny(warnings)]

/// Stands for a crate that re-exports ours.
pub mod framework {
    pub mod inner {
        pub use phaseo_agent as agents;
    }
}

use framework::inner::agents::prelude::*;

/// Load a ticket.
#[tool(crate = crate::framework::inner::agents)]
async fn fetch_ticket(#[garde(length(min = 3))] ticket_id: String) -> String {
    ticket_id
}

/// You triage tickets.
#[agent(model = "m", tools(fetch_ticket), crate = framework::inner::agents)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = triage::agent();
}
