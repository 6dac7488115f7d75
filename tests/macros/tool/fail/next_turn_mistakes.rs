use phaseo_agent::prelude::*;

/// Escalate.
#[tool(next_turn(temperatur = 0.3, top_p = 3, model = "", tools = "close"))]
async fn escalate(id: String) -> String {
    id
}

/// Calm down.
#[tool(next_turn())]
async fn calm_down(id: String) -> String {
    id
}

/// Offer.
#[tool(next_turn = 0.3, schema("offer.json"))]
async fn offer(id: String) -> String {
    id
}

/// Close.
#[tool(next_turn(tools = [close], temperature = 0.1, temperature = 0.2), schema = "")]
async fn close(id: String) -> String {
    id
}

fn main() {}
