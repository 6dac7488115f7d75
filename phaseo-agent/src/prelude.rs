//! What most programs use: `use phaseo_agent::prelude::*;`.

pub use crate::CancellationToken;
pub use crate::agent::{Agent, AgentBuilder, Outcome, Prompt, PromptContext, Run};
#[cfg(feature = "client")]
pub use crate::client::Client;
pub use crate::emit;
pub use crate::error::{Error, ErrorKind, Result};
pub use crate::event::{Event, EventKind};
pub use crate::run::{Limits, Pause, Review, Stop, Turn};
pub use crate::runner::{Approval, OnDrop};
pub use crate::store::MemoryStore;
pub use crate::tool::{
    Args, Interactive, NextTurn, OnError, Progress, RunContext, State, Tool, ToolContext,
    ToolError, ToolStream,
};
#[cfg(feature = "macros")]
pub use phaseo_agent_macros::{agent, prompt, tool};
