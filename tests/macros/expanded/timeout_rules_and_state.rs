/// Load one internal support ticket.
#[tool(timeout = "3s", on_error = "return-to-model")]
async fn fetch_ticket(
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    ticket_id: String,
    State(desk): State<Desk>,
) -> Result<Ticket, DeskError> {
    desk.ticket(&ticket_id).await
}
