use phaseo_agent::prelude::*;

struct Desk;

impl Desk {
    /// Load a ticket.
    #[tool]
    async fn fetch_ticket(&self, ticket_id: String) -> String {
        ticket_id
    }
}

fn main() {
    let _ = Desk.fetch_ticket(String::new());
}
