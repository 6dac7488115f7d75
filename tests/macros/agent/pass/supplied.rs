//! Parameters of an agent that the runtime supplies.
#![deny(warnings)]

use phaseo_agent::prelude::*;
use phaseo_agent::tool::Extract;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug)]
struct Desk(&'static str);

#[derive(Serialize, Deserialize)]
struct Session {
    user: String,
}

struct Tenant(String);

impl Extract<PromptContext> for Tenant {
    fn extract(context: &PromptContext) -> Result<Self, ToolError> {
        Ok(Self(context.run_id().to_owned()))
    }
}

/// You triage tickets.
#[agent(model = "m", context = Session)]
async fn triage(
    State(desk): State<Desk>,
    ticket_id: String,
    session: RunContext<Session>,
    #[extract] tenant: Tenant,
    context: PromptContext,
) -> Result<Prompt<String>, ToolError> {
    let user = session.get()?.user;
    let Tenant(tenant) = tenant;
    Ok(Prompt::user(format!("{}, {ticket_id}, {user}, {tenant}, {}", desk.0, context.agent_id())))
}

/// The whole input as one struct.
#[agent(model = "m")]
async fn whole(Args(session): Args<Whole>, State(count): State<u32>) -> Prompt<String> {
    Prompt::user(format!("{}{count}", session.0))
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Whole(String);

/// Nothing is left for the input.
#[agent(model = "m")]
async fn supplied_alone(phaseo_agent::State(count): phaseo_agent::State<u32>) -> Prompt<String> {
    Prompt::user(count.to_string())
}

fn main() {
    let _ = (triage::agent(), whole::agent(), supplied_alone::agent());
    let session = RunContext::of(&Session { user: "Ada".to_owned() });
    drop(session);
    drop(whole(Args(Whole(String::new())), State(1)));
}
