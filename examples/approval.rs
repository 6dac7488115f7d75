//! Who must approve a call: a rule of the tool's over its input, and before it the agent's policy,
//! which denies some calls outright. A person lets a call run, with another input if that is better,
//! or rejects it with a reason that the model is told.
//!
//! `cargo run --example approval` needs no key and no network.

use examples::offline::{self, call, text};
use phaseo_agent::Approval;
use phaseo_agent::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Environment {
    Staging,
    Production,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Deploy {
    environment: Environment,
    release: String,
}

/// A tool that asks about some calls only. `#[tool(approval = true)]` would ask about all of them.
fn deploy() -> Tool {
    Tool::builder("deploy")
        .description("Deploy a release.")
        .handler(
            async |Deploy {
                       environment,
                       release,
                   }: Deploy,
                   _| {
                // It says what was deployed: that may be another release than the model asked for.
                Ok::<_, ToolError>(format!("{release} is live in {environment:?}"))
            },
        )
        .approval(|input: &Deploy| input.environment == Environment::Production)
        .build()
}

/// Delete the database of an environment.
#[tool]
async fn delete_database(environment: Environment) -> String {
    format!("the database of {environment:?} is gone")
}

/// The agent's policy is asked before the tool is.
async fn policy(context: ToolContext) -> Result<Approval, ToolError> {
    Ok(match context.call().name.as_str() {
        "delete_database" => Approval::Deny("databases are deleted by hand".to_owned()),
        _ => Approval::Inherit,
    })
}

/// You look after releases.
#[agent(model = "openai/gpt-5-nano", tools(deploy(), delete_database))]
async fn operator(request: String) -> Prompt<String> {
    Prompt::user(request)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // What the offline model says. A real one is asked by `Client::from_env()?` in its place.
    let to = |environment| json!({ "environment": environment, "release": "2.5.0" });
    let client = offline::client([
        call("deploy", to("staging"))
            .and_call("deploy", to("production"))
            .and_call("delete_database", json!({ "environment": "staging" })),
        text("2.5.0 is on staging and 2.4.1 in production. The database is still there."),
        call("deploy", to("production")),
        text("2.5.0 has to wait until Monday."),
    ])
    .await?;
    let agent = operator::agent().approval(policy).client(client).build()?;

    println!("user: Release 2.5.0.");
    let run = agent.run("Release 2.5.0.").on_event(print).await?;
    let call = first_pending(&run)?;
    println!("  ada approves {call}, with 2.4.1 in place of 2.5.0");
    let instead = Deploy {
        environment: Environment::Production,
        release: "2.4.1".to_owned(),
    };
    let resume = agent.resume(run.id()).approve_with(call, instead).by("ada");
    let run = resume.on_event(print).await?;
    print_answer(&run);

    println!("user: Now in production.");
    let run = agent.run("Now in production.").on_event(print).await?;
    let call = first_pending(&run)?;
    println!("  ada rejects {call}");
    let resume = agent.resume(run.id()).reject(call, "not on a Friday");
    let run = resume.by("ada").on_event(print).await?;
    print_answer(&run);
    Ok(())
}

/// The call that waits.
fn first_pending(run: &Run<String>) -> anyhow::Result<&str> {
    match run.outcome() {
        Outcome::Paused(pause) => Ok(&pause.pending[0].id),
        other => anyhow::bail!("nobody was asked: {other:?}"),
    }
}

fn print_answer(run: &Run<String>) {
    match run.outcome() {
        Outcome::Completed(answer) => println!("  model: {answer}"),
        other => println!("  no answer: {other:?}"),
    }
}

/// Prints what becomes of the calls.
fn print(event: &Event) {
    match &event.kind {
        EventKind::ToolCompleted { call, output, .. } => println!("  {call}: {output}"),
        EventKind::ToolRejected {
            call, name, reason, ..
        } => println!("  {call}: {name} was rejected: {reason}"),
        EventKind::RunWaitingForHuman { pause } => println!("  {pause}"),
        _ => {}
    }
}
