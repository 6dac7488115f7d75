/// You triage support tickets. Load the ticket before you answer.
#[agent(
    model = "openai/gpt-5-nano",
    tools(fetch_ticket, deploy, mcp.tools(), {SEARCH}),
    tool_concurrency = 3,
    stop_when(steps = 12, duration = "60s")
)]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(format!("Triage ticket {ticket_id}."))
}
