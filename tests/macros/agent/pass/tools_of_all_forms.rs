//! What may stand in `tools(..)`.
#![deny(warnings)]

use std::sync::LazyLock;

use phaseo_agent::prelude::*;

mod desk {
    pub mod tools {
        use phaseo_agent::prelude::*;

        /// Load a ticket.
        #[tool]
        pub async fn fetch(ticket_id: String) -> String {
            ticket_id
        }

        /// Close a ticket.
        #[tool]
        pub async fn close(ticket_id: String) -> String {
            ticket_id
        }
    }
}
use desk::tools;

static SHARED: LazyLock<Vec<Tool>> = LazyLock::new(|| named("shared"));

fn named(_: &str) -> Vec<Tool> {
    Vec::new()
}

struct Constant;
impl IntoIterator for Constant {
    type Item = Tool;
    type IntoIter = std::iter::Empty<Tool>;
    fn into_iter(self) -> Self::IntoIter {
        std::iter::empty()
    }
}
const CONSTANT: Constant = Constant;

/// You triage tickets.
#[agent(
    model = "m",
    tools(tools::fetch, crate::desk::tools::close, named("x"), { CONSTANT }, SHARED.clone(), Tool::from(tools::fetch {})),
)]
async fn triage(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

/// You have no tools.
#[agent(model = "m", tools())]
async fn alone(ticket_id: String) -> Prompt<String> {
    Prompt::user(ticket_id)
}

fn main() {
    let _ = (triage::agent(), alone::agent());
}
