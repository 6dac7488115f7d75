//! What expansions of `#[tool]` and `#[agent]` call. Not for people: it changes without notice.
//!
//! Expansions decide nothing; they call what is here, all of it by one level of names. What a macro
//! cannot see of a type is found out by which method its autoref finds: whether a return type is a
//! `Result`, whether a value has a validator.

mod agent;
mod broken;
mod input;
mod listing;
mod output;
mod policy;
mod schema_file;
mod setting;
mod streaming;
mod supplied;
mod validator;

#[cfg(feature = "macros")]
pub use phaseo_agent_macros::Ruled;
pub use {garde, schemars, serde};

pub use crate::agent::{Agent, AgentBuilder, PromptContext};
pub use crate::model::{FinishReason, ToolChoice};
pub use crate::run::{Limits, OnStop, Turn};
pub use crate::schema::validators::{Validator, Validators};
pub use crate::tool::approval::Rule;
pub use crate::tool::builder::{Annotated, AnnotatedTool, Side, Supplied, annotated, extracted};
pub use crate::tool::{
    Args, Extract, NextTurn, OnError, Options, Tool, ToolContext, ToolInput, TypedTool,
};

pub use agent::{Prompts, agent};
pub use broken::{BrokenInput, broken};
pub use input::{InputRules, SchemaName, assert_fields, assert_input};
pub use listing::{Listed, Needs, is_first, listed, needs};
pub use output::{Fails, Of, Returns, outputs, succeeded};
pub use policy::{
    AtOnce, Awaited, DecidesAny, OfAnswer, OfAnswerAndTurn, Plans, Policy, Reviews, SaysApproval,
    every_answer, every_call, plan, policy, review,
};
pub use schema_file::assert_schema_file;
pub use setting::{Constant, Function, OptionalFunction, Said, Says, said};
pub use streaming::{Emitter, Streaming, Streams, Updates, run, sends, stream, streaming};
pub use supplied::{
    Handing, HandsOver, Responder, Responds, SuppliedOutput, handing, responder, supplied,
};
pub use validator::{Given, OurReport, Part, assert_garde, part, whole};

/// What expansions ask of types, for its methods alone.
pub mod asks {
    pub use super::input::{StatesNothing as _, StatesRules as _};
    pub use super::output::{ReturnsResult as _, ReturnsValue as _};
    pub use super::setting::TakesSaid as _;
    pub use super::supplied::{TakesChecked as _, TakesUnchecked as _};
    pub use super::validator::{HasNoValidator as _, HasValidator as _, NeedsContext as _};
}
