//! The offline model that triages support tickets.

use std::io;

use serde_json::json;

use crate::offline::{self, Question, Turn, call, text};

/// Starts the model on a free port and gives its base URL. It runs until the process ends.
///
/// # Errors
/// When no port of the loopback interface can be bound.
pub async fn start() -> io::Result<String> {
    offline::start(rule).await
}

/// Load the ticket, deploy the release that fixes it, tell what was done.
fn rule(question: &Question) -> Turn {
    let ticket_id = ticket_in(question.user()).unwrap_or_default();
    let Some(ticket) = question.result_of("fetch_ticket") else {
        return call("fetch_ticket", json!({ "ticket_id": ticket_id }));
    };
    let done = match question.result_of("deploy") {
        None if ticket["fixed_in"].is_string() => {
            let release = &ticket["fixed_in"];
            let input = json!({ "environment": "production", "release": release });
            return call("deploy", input);
        }
        None => "nothing was deployed".to_owned(),
        Some(deployed) => match deployed["release"].as_str() {
            Some(release) => format!("release {release} is live"),
            None => "the release was not deployed".to_owned(),
        },
    };
    let title = ticket["title"].as_str().unwrap_or("unknown ticket");
    text(json!({
        "ticket_id": ticket_id,
        "priority": "high",
        "summary": format!("{title}: {done}"),
    }))
}

/// The first word that looks like a ticket's id.
fn ticket_in(text: &str) -> Option<&str> {
    let word = text
        .split_whitespace()
        .find(|word| word.starts_with("T-"))?;
    Some(word.trim_end_matches(|c: char| c.is_ascii_punctuation()))
}
