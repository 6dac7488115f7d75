use phaseo_agent::prelude::*;

const BRIEF: &str = "Be brief.";

/// Escalate.
#[tool(next_turn(
    model = "openai/gpt-5",
    instructions = BRIEF,
    temperature = 0.3,
    top_p = 0.9,
    max_output_tokens = 2_000,
    tools = ["close_ticket", "escalate"]
))]
async fn escalate(ticket_id: String) -> String {
    ticket_id
}

/// Close.
#[tool(next_turn(tools = []), timeout = "1s")]
async fn close_ticket(ticket_id: String) -> String {
    ticket_id
}

fn main() {
    let expected = NextTurn::new()
        .model("openai/gpt-5")
        .instructions("Be brief.")
        .temperature(0.3)
        .top_p(0.9)
        .max_output_tokens(2_000)
        .tools(["close_ticket", "escalate"]);
    assert_eq!(Tool::from(escalate {}).options().next_turn, Some(expected));
    let none: [&str; 0] = [];
    assert_eq!(Tool::from(close_ticket {}).options().next_turn, Some(NextTurn::new().tools(none)));
    assert!(Tool::from(close_ticket {}).options().timeout.is_some());
}
