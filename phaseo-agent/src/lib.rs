//! Agents whose runs never lose work and never repeat a side effect unannounced.

extern crate self as phaseo_agent;

mod agent;
#[cfg(feature = "client")]
mod client;
pub mod content;
mod error;
pub mod event;
pub mod item;
mod json;
#[doc(hidden)]
#[path = "macro_support.rs"]
pub mod __private;
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
mod wire;

pub use agent::{Agent, AgentBuilder, Answer, Outcome, Prompt, Resume, Run, Start};
#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, ClientError};
pub use error::{Error, ErrorKind, Result};
pub use json::RawJson;
#[cfg(feature = "macros")]
#[doc = include_str!("docs/agent.md")]
pub use phaseo_agent_macros::agent;
#[cfg(feature = "macros")]
#[doc = include_str!("docs/tool.md")]
pub use phaseo_agent_macros::tool;
pub use tool::{Args, State, Tool, ToolContext, ToolError};
#[cfg(feature = "client")]
pub use wire::{AnswerSchema, AuthScheme, Profile, ReasoningEcho, Surface, UnknownSurface};
