/// Look a ticket up in the old system. A person does it.
#[tool(manual)]
async fn legacy_lookup(ticket_id: String) -> LegacyTicket;
