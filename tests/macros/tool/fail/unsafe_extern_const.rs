use phaseo_agent::prelude::*;

/// Not safe.
#[tool]
async unsafe fn not_safe(ticket_id: String) -> String {
    ticket_id
}

/// Another ABI.
#[tool]
async extern "C" fn another_abi(ticket_id: String) -> String {
    ticket_id
}

/// At compile time.
#[tool]
const async fn constant(ticket_id: String) -> String {
    ticket_id
}

fn main() {}
