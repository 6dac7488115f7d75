//! One process asks, another one approves.
//!
//! `cargo run --example approve_in_another_process` starts a run that wants to deploy, keeps it in
//! `runs.db` and ends. The line that it prints approves the deployment, in a process of its own:
//! the first is gone by then.
//!
//! Both need no key and no network: a small model by rule answers on the loopback interface.

use std::env;

use phaseo_agent::prelude::*;
use phaseo_agent::store::SqliteStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, JsonSchema)]
struct Ticket {
    title: &'static str,
    fixed_in: &'static str,
}

/// Load one internal support ticket.
#[tool(idempotent)]
async fn fetch_ticket(
    /// The ticket's ID, such as `T-42`.
    ticket_id: String,
) -> Result<Ticket, String> {
    match ticket_id.as_str() {
        "T-42" => Ok(Ticket {
            title: "Checkout fails for new customers",
            fixed_in: "2.4.1",
        }),
        other => Err(format!("there is no ticket {other}")),
    }
}

#[derive(Serialize, JsonSchema)]
struct Deployed {
    release: String,
}

/// Deploy a release. A person approves it first.
#[tool(approval = true)]
async fn deploy(environment: String, release: String) -> Deployed {
    println!("deploying {release} to {environment}");
    Deployed { release }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Triage {
    summary: String,
}

/// You triage support tickets. If one names a release that fixes it, deploy that release.
#[agent(model = "openai/gpt-5-nano", tools(fetch_ticket, deploy))]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(format!("Triage ticket {ticket_id}."))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = Client::builder()
        .base_url(examples::triage::start().await?)
        .build()?;
    let file = env::var("RUNS_DB").unwrap_or_else(|_| "runs.db".to_owned());
    let store = SqliteStore::open(&file)?;
    let agent = triage::agent().client(client).store(store).build()?;

    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let run = match arguments[..] {
        [] => agent.run("T-42").await?,
        ["approve", run, call] => agent.resume(run).approve(call).by("ada").await?,
        ["reject", run, call, reason] => agent.resume(run).reject(call, reason).by("ada").await?,
        _ => anyhow::bail!("no arguments, or: approve RUN CALL, or: reject RUN CALL REASON"),
    };
    match run.outcome() {
        Outcome::Completed(triage) => println!("{}", triage.summary),
        Outcome::Paused(pause) => {
            for pending in &pause.pending {
                println!("{pending}");
                println!("approve {} {}", run.id(), pending.id);
            }
        }
        other => println!("{other:?}"),
    }
    Ok(())
}
