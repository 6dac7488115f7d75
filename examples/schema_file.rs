//! A tool whose input schema people review: it is kept in a file, and a test that `schema = ".."` makes
//! fails with each place where the function has drifted from it.
//! `PHASEO_SCHEMAS=write cargo test -p examples has_the_schema_of_its_file` writes the file.
//!
//! `cargo run --example schema_file` prints the schema; it needs no key and no network.

use phaseo_agent::prelude::*;

/// Load one internal support ticket.
#[tool(schema = "schemas/fetch_ticket.json")]
async fn fetch_ticket(
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    ticket_id: String,
    /// Whether to load the letters too.
    #[serde(default)]
    letters: bool,
) -> String {
    let what = if letters {
        "ticket and letters"
    } else {
        "ticket"
    };
    format!("{what} {ticket_id}")
}

fn main() -> anyhow::Result<()> {
    let tool = Tool::from(fetch_ticket {});
    println!(
        "{}",
        serde_json::to_string_pretty(tool.input_schema().tree())?
    );
    Ok(())
}
