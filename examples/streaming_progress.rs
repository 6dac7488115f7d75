//! A tool that says how far it is: `emit!(..)` in its body sends progress values, which the run's events
//! have while the tool works and its log keeps.
//!
//! `cargo run --example streaming_progress` needs no key and no network.

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

#[derive(Serialize, JsonSchema)]
enum Phase {
    Scan,
    Embed { file: String },
}

#[derive(Serialize, JsonSchema)]
struct Indexed {
    files: usize,
}

/// Index a repository.
#[tool(streaming, timeout = "30s")]
async fn index_repository(files: Vec<String>) -> ToolStream<Phase, Indexed> {
    emit!(Phase::Scan);
    for file in &files {
        // Work that takes its time, such as reading the file.
        tokio::task::yield_now().await;
        emit!(Phase::Embed { file: file.clone() });
    }
    Ok(Indexed { files: files.len() })
}

/// You keep an index of repositories.
#[agent(model = "openai/gpt-5-nano", tools(index_repository))]
async fn librarian(request: String) -> Prompt<String> {
    Prompt::user(request)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let files = json!({"files": ["lib.rs", "main.rs"]});
    let client = offline::client([
        call("index_repository", files),
        text("Both files are in the index."),
    ])
    .await?;
    let agent = librarian::agent().client(client).build()?;
    let run = agent
        .run("Index lib.rs and main.rs.")
        .on_event(|event| {
            if let EventKind::ToolPreliminaryResult { name, result, .. } = &event.kind {
                println!("{name}: {}", result.as_str());
            }
        })
        .await?;
    if let Outcome::Completed(answer) = run.outcome() {
        println!("{answer}");
    }
    Ok(())
}
