//! Triage one support ticket: the model loads it, and may deploy the release that fixes it once a
//! person has approved.
//!
//! `cargo run --example quickstart` needs no key and no network: a small model by rule answers on
//! the loopback interface. Set `PHASEO_API_KEY`, or `PHASEO_BASE_URL` for any server that speaks
//! OpenAI chat completions, and the same program asks that; `PHASEO_MODEL` names another model,
//! `PHASEO_SURFACE` another wire format (`chat_completions`, `responses`, `messages`).

use std::collections::HashMap;
use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use phaseo_agent::ClientBuilder;
use phaseo_agent::event::{Event, EventKind};
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A support ticket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Ticket {
    id: String,
    title: String,
    /// The release that fixes it, if there is one.
    fixed_in: Option<String>,
}

/// The tickets, in memory.
#[derive(Clone)]
struct Desk(Arc<HashMap<String, Ticket>>);

#[derive(Debug, thiserror::Error)]
#[error("there is no ticket {0}")]
struct DeskError(String);

impl Desk {
    fn open() -> Self {
        let ticket = Ticket {
            id: "T-42".into(),
            title: "Checkout fails for new customers".into(),
            fixed_in: Some("2.4.1".into()),
        };
        Self(Arc::new(HashMap::from([(ticket.id.clone(), ticket)])))
    }

    fn ticket(&self, id: &str) -> Result<Ticket, DeskError> {
        self.0
            .get(id)
            .cloned()
            .ok_or_else(|| DeskError(id.to_owned()))
    }
}

/// Load one internal support ticket.
#[tool(timeout = "3s", on_error = "return-to-model", idempotent)]
async fn fetch_ticket(
    /// The ticket's ID, such as `T-42`.
    #[garde(length(min = 3, max = 12))]
    ticket_id: String,
    State(desk): State<Desk>,
) -> Result<Ticket, DeskError> {
    desk.ticket(&ticket_id)
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Environment {
    Staging,
    Production,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Deployed {
    environment: Environment,
    release: String,
}

/// Deploy a release. A person approves it first.
#[tool(approval = true)]
async fn deploy(environment: Environment, release: String) -> Deployed {
    Deployed {
        environment,
        release,
    }
}

/// The answer.
#[derive(Debug, Deserialize, JsonSchema)]
struct Triage {
    ticket_id: String,
    priority: Priority,
    /// One sentence: the problem, and what was done about it.
    summary: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Normal,
    High,
}

/// You triage support tickets. Load the ticket before you answer. If it names a release that
/// fixes it, deploy that release to production. Then answer.
#[agent(
    model = "openai/gpt-5-nano",
    tools(fetch_ticket, deploy),
    tool_choice = "required"
)]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(format!("Triage ticket {ticket_id}."))
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let agent = triage::agent().state(Desk::open()).client(client().await?);
    let agent = match env::var("PHASEO_MODEL") {
        Ok(model) => agent.model(model).build()?,
        Err(_) => agent.build()?,
    };

    let mut run = agent
        .run("T-42")
        .on_event(print)
        .await
        .inspect_err(print_failed_run)?;
    while let Outcome::Paused(pause) = run.outcome() {
        println!("a person must decide:");
        let mut resume = agent.resume(run.id());
        for pending in &pause.pending {
            println!("  {pending}\n  approved: {}", pending.id);
            resume = resume.approve(&pending.id).by("quickstart");
        }
        run = resume.on_event(print).await.inspect_err(print_failed_run)?;
    }

    let usage = run.usage();
    println!(
        "{} steps, {} tokens in, {} out",
        run.steps().len(),
        usage.input_tokens,
        usage.output_tokens
    );
    Ok(match run.into_outcome() {
        Outcome::Completed(Triage {
            ticket_id,
            priority,
            summary,
        }) => {
            println!("{ticket_id} is {priority:?}: {summary}");
            ExitCode::SUCCESS
        }
        Outcome::Stopped(stop) => {
            eprintln!("no answer: {stop}");
            ExitCode::FAILURE
        }
        Outcome::Paused(_) | Outcome::Cancelled => ExitCode::FAILURE,
    })
}

/// The endpoint that the environment names, or the offline model.
async fn client() -> anyhow::Result<Client> {
    let set = |name| env::var(name).is_ok_and(|value: String| !value.trim().is_empty());
    let mut builder = if set("PHASEO_API_KEY") || set("PHASEO_BASE_URL") {
        ClientBuilder::from_env()?
    } else {
        println!("offline: a model by rule; set PHASEO_API_KEY or PHASEO_BASE_URL to ask another");
        Client::builder().base_url(examples::triage::start().await?)
    };
    if let Ok(surface) = env::var("PHASEO_SURFACE") {
        builder = builder.surface(surface.parse()?);
    }
    let client = builder.build()?;
    println!("asking {client}");
    Ok(client)
}

/// Prints each step as it happens.
fn print(event: &Event) {
    match &event.kind {
        EventKind::StepStarted { step } => println!("step {step}"),
        EventKind::ModelCompleted { text, .. } if !text.is_empty() => println!("  model: {text}"),
        EventKind::ToolStarted {
            call, name, input, ..
        } => println!("  {call}: {name}({input})"),
        EventKind::ToolCompleted { call, output, .. } => println!("  {call}: {output}"),
        EventKind::ToolFailed { call, error, .. } => println!("  {call} failed: {error}"),
        _ => {}
    }
}

/// A run that failed is not lost: this is what is known of it.
fn print_failed_run(error: &Error) {
    if let Some(run) = error.run() {
        let usage = run.usage();
        eprintln!(
            "run {} failed after {} steps and {} tokens",
            run.run_id(),
            run.steps().len(),
            usage.total_tokens
        );
    }
}
