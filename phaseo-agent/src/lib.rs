//! Agents whose runs never lose work and never repeat a side effect unannounced.
//!
//! [`#[tool]`](macro@tool) turns an async function into a tool: its parameters and doc comments become
//! the JSON Schema that the model sees, and what the model sends is read and validated before the
//! function runs. [`#[agent]`](macro@agent) turns an async function into an agent with a typed answer.
//! A [`Client`] asks the Phaseo gateway, or any endpoint that speaks OpenAI chat completions, OpenAI
//! Responses or Anthropic Messages.
//!
//! ```
//! # use phaseo_agent::item::ToolCall;
//! # use phaseo_agent::model::Response;
//! # use phaseo_agent::testing::ScriptedModel;
//! use phaseo_agent::prelude::*;
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Ticket {
//!     title: String,
//! }
//!
//! /// Load one internal support ticket.
//! #[tool(timeout = "3s", on_error = "return-to-model")]
//! async fn fetch_ticket(
//!     /// The ticket's ID, such as `T-42`.
//!     ticket_id: String,
//! ) -> Result<Ticket, std::io::Error> {
//!     Ok(Ticket { title: format!("{ticket_id}: the printer is on fire") })
//! }
//!
//! #[derive(Debug, Deserialize, JsonSchema)]
//! struct Triage {
//!     priority: u8,
//!     summary: String,
//! }
//!
//! /// You triage support tickets. Load the ticket before you answer.
//! #[agent(model = "openai/gpt-5-nano", tools(fetch_ticket))]
//! async fn triage(ticket_id: String) -> Prompt<Triage> {
//!     Prompt::user(format!("Triage ticket {ticket_id}."))
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! # let client = ScriptedModel::new([
//! #     Response::calls([ToolCall::new("call_1", "fetch_ticket", r#"{"ticket_id":"T-42"}"#)]),
//! #     Response::text(r#"{"priority":1,"summary":"The printer is on fire."}"#),
//! # ]);
//! # /*
//! let client = Client::from_env()?;
//! # */
//! let agent = triage::agent().client(client).build()?;
//! let run = agent.run("T-42").await?;
//! match run.outcome() {
//!     Outcome::Completed(triage) => println!("{}: {}", triage.priority, triage.summary),
//!     Outcome::Paused(pause) => println!("{pause}"),
//!     Outcome::Stopped(stop) => println!("stopped: {stop}"),
//!     Outcome::Cancelled => {}
//! }
//! # assert_eq!(run.steps().len(), 2);
//! # Ok::<(), phaseo_agent::Error>(())
//! # }).unwrap();
//! ```
//!
//! Read on in [`docs::runs`]: what is saved, how a run pauses and goes on, and what happens after a
//! crash; [`docs::turns`]: models, instructions and settings that change from turn to turn, and the
//! app's own context; [`docs::sub_agents`]: agents as tools of other agents.
//!
//! # Features
//! | feature | what it brings |
//! |---|---|
//! | `macros` (default) | `#[tool]` and `#[agent]` |
//! | `client` (default) | [`Client`], over HTTP |
//! | `sqlite` | `store::SqliteStore`: runs in one file |
//! | `postgres` | `store::PostgresStore`: runs in a database that many machines share |
//! | `json-schema` | tools of a raw JSON Schema are checked against it |
//! | `testing` | [`testing`]: a scripted model, the contract that every store must pass |

extern crate self as phaseo_agent;

#[doc(hidden)]
#[path = "macro_support/mod.rs"]
pub mod __private;
mod agent;
mod causes;
#[cfg(feature = "client")]
mod client;
mod clock;
pub mod content;
mod error;
pub mod event;
pub mod item;
mod json;
pub mod docs {
    //! Guides.

    #[doc = include_str!("docs/log.md")]
    pub mod log {}
    #[cfg(feature = "macros")]
    #[doc = include_str!("docs/mistakes.md")]
    pub mod mistakes {}

    #[doc = include_str!("docs/runs.md")]
    pub mod runs {}

    #[doc = include_str!("docs/sub_agents.md")]
    pub mod sub_agents {}

    #[doc = include_str!("docs/turns.md")]
    pub mod turns {}
}
pub mod model;
pub mod prelude;
pub mod run;
mod runner;
pub mod schema;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tool;
pub mod usage;
#[cfg(feature = "client")]
pub mod wire;

pub use agent::{
    Agent, AgentBuilder, Answer, AppContext, Kept, Outcome, Prompt, PromptContext, Resume, Run,
    Start, SubAgent,
};
#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, ClientError};
pub use error::{Error, ErrorKind, Result};
pub use json::RawJson;
#[cfg(feature = "macros")]
#[doc = include_str!("docs/agent.md")]
pub use phaseo_agent_macros::agent;
/// Marks the method that asks an agent, in an `impl` block under [`#[agent]`](macro@agent#tools-that-share-a-value).
#[cfg(feature = "macros")]
pub use phaseo_agent_macros::prompt;
#[cfg(feature = "macros")]
#[doc = include_str!("docs/tool.md")]
pub use phaseo_agent_macros::tool;
pub use runner::{Approval, OnDrop};
pub use tokio_util::sync::CancellationToken;
pub use tool::{Args, Progress, RunContext, State, Tool, ToolContext, ToolError};
#[cfg(feature = "client")]
pub use wire::{AnswerSchema, AuthScheme, Profile, ReasoningEcho, Surface, UnknownSurface};

/// The README's program compiles.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
