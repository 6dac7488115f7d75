/// Close a ticket.
#[tool(schema = "schemas/close.json", crate = ::agents)]
async fn close(ticket_id: String) {
    println!("{ticket_id}");
}
