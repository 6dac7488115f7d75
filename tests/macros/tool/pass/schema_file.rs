//! The reviewed schema of a tool, and of a method.
#![deny(warnings)]

use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(schema = "schemas/fetch_ticket.json")]
async fn fetch_ticket(id: String) -> String {
    id
}

struct Desk;

/// You work at a desk.
#[agent(model = "test/model")]
impl Desk {
    /// Close a ticket.
    #[tool(schema = "schemas/close_ticket.json")]
    async fn close(&self, id: String) -> String {
        id
    }
}

fn main() {
    let _ = (Tool::from(fetch_ticket {}), Desk.into_agent());
}
