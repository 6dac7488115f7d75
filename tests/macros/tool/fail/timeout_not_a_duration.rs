use phaseo_agent::prelude::*;

/// A space and an unknown unit.
#[tool(timeout = "3 sec")]
async fn unit(ticket_id: String) -> String {
    ticket_id
}

/// Load a ticket.
#[tool(timeout = "3 s")]
async fn fetch_ticket(ticket_id: String) -> String {
    ticket_id
}

/// No unit.
#[tool(timeout = "30")]
async fn bare(ticket_id: String) -> String {
    ticket_id
}

/// Zero.
#[tool(timeout = "0ms")]
async fn zero(ticket_id: String) -> String {
    ticket_id
}

/// Less than zero.
#[tool(timeout = "-3s")]
async fn negative(ticket_id: String) -> String {
    ticket_id
}

/// A fraction.
#[tool(timeout = "1.5s")]
async fn fraction(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
