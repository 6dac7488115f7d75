use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(id: String) -> std::rc::Rc<str> {
    id.into()
}

fn main() {}
