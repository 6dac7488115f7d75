//! Runs in SQLite: one is paused and one is done; the file is opened anew, the runs are listed by
//! their status, the paused one is taken up by its id, and then all are deleted.
//!
//! `cargo run --example sqlite_store` needs no key and no network. It makes the file `sqlite_store.db`,
//! or the one that `RUNS_DB` names.

use std::env;

use examples::offline::{self, call, text};
use phaseo_agent::prelude::*;
use phaseo_agent::run::Status;
use phaseo_agent::store::{Query, SqliteStore, Store};
use serde_json::json;

/// Send a letter. A person approves it first.
#[tool(approval = true)]
async fn send_letter(to: String) -> String {
    format!("sent to {to}")
}

/// You write letters.
#[agent(model = "openai/gpt-5-nano", tools(send_letter))]
async fn secretary(request: String) -> Prompt<String> {
    Prompt::user(request)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let file = env::var("RUNS_DB").unwrap_or_else(|_| "sqlite_store.db".to_owned());
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let client = offline::client([
        call("send_letter", json!({ "to": "Ada" })),
        text("Good morning."),
        text("The letter is on its way."),
    ])
    .await?;

    start(&client, &file).await?;
    // Everything that is known of the runs is in the file now: this could be another process.
    finish(&client, &file).await
}

/// Starts two runs.
async fn start(client: &Client, file: &str) -> anyhow::Result<()> {
    let store = SqliteStore::open(file)?;
    let agent = secretary::agent()
        .client(client.clone())
        .store(store)
        .build()?;
    for request in ["Write to Ada.", "Hello!"] {
        let run = agent.run(request).await?;
        println!("{request} -> {}", run.state().status().as_str());
    }
    Ok(())
}

/// Takes up what waits, and deletes what is done.
async fn finish(client: &Client, file: &str) -> anyhow::Result<()> {
    let store = SqliteStore::open(file)?;
    // A clone is the same store.
    let agent = secretary::agent()
        .client(client.clone())
        .store(store.clone())
        .build()?;

    let waiting = Query::all().status(Status::WaitingForHuman);
    for head in store.list(&waiting).await? {
        println!("run {} of `{}` waits:", head.run_id, head.agent_id);
        // Without a decision nothing happens: this reads what it waits for.
        let run = agent.resume(&head.run_id).await?;
        let Outcome::Paused(pause) = run.outcome() else {
            continue;
        };
        println!("  {pause}");
        let mut resume = agent.resume(&head.run_id);
        for pending in &pause.pending {
            resume = resume.approve(&pending.id).by("ada");
        }
        if let Outcome::Completed(answer) = resume.await?.outcome() {
            println!("  approved: {answer}");
        }
    }

    let completed = Query::all().status(Status::Completed);
    let mut deleted = 0;
    for head in store.list(&completed).await? {
        deleted += u32::from(store.delete(&head.run_id).await?);
    }
    let left = store.list(&Query::all()).await?.len();
    println!("{deleted} completed runs deleted, {left} runs left");
    Ok(())
}
