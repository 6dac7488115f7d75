//! What most programs use: `use phaseo_agent::prelude::*;`.

pub use crate::agent::{Agent, AgentBuilder, Outcome, Prompt, Run};
#[cfg(feature = "client")]
pub use crate::client::Client;
pub use crate::error::{Error, Result};
pub use crate::tool::{Args, State, Tool, ToolContext, ToolError};
#[cfg(feature = "macros")]
pub use phaseo_agent_macros::{agent, tool};
