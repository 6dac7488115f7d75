use phaseo_agent::prelude::*;

/// Load a ticket.
#[tool]
async fn fetch_ticket(percent: Progress<u8>, phase: Progress<String>) {
    let _ = (percent, phase);
}

fn main() {}
