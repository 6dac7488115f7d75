use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool(approval = |input| self.asks(&input.ticket_id))]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

struct Desk {
    limit: usize,
}

/// You work at a desk.
#[agent(model = "openai/gpt-5-nano", each_turn = |turn| self.plan(turn))]
impl Desk {
    /// Close a ticket.
    #[tool(approval = |input| input.ticket_id.len() > self.limit)]
    async fn close(&self, ticket_id: String) -> String {
        ticket_id.repeat(self.limit)
    }
}

fn main() {}
