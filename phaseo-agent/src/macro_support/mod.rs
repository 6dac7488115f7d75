//! What expansions of `#[tool]` and `#[agent]` call. Not for people: it changes without notice.
//!
//! Expansions decide nothing; they call what is here. What a macro cannot see of a type is found
//! out by which method its autoref finds: whether a return type is a `Result`, whether a value has
//! a validator.

mod agent;
mod approval;
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

pub use crate::runner::Check;
pub use agent::{Prompts, agent};
pub use approval::decide;
pub use broken::{BrokenInput, broken};
pub use input::{InputRules, SchemaName, StatesNothing, StatesRules, assert_fields, assert_input};
pub use listing::{Listed, Needs, is_first, listed, needs};
pub use output::{Fails, Of, Returns, ReturnsResult, ReturnsValue, Writer, succeeded, writer};
pub use policy::{
    AtOnce, Awaited, DecidesAny, OfAnswer, OfAnswerAndTurn, Plans, Policy, Reviews, SaysApproval,
    every_answer, every_call, plan, policy, review,
};
pub use schema_file::assert_schema_file;
pub use setting::{Constant, Function, OptionalFunction, Said, Says, TakesSaid, said};
pub use streaming::{
    Emitter, Sending, SendsUnchecked, Streaming, Streams, Updates, run, sends, stream, streaming,
};
pub use supplied::{
    Handing, HandsOver, Problems, Responder, Responds, TakesChecked, TakesUnchecked, handing,
    not_called, responder,
};
pub use validator::{
    HasNoValidator, HasValidator, Issues, NeedsContext, NotValidated, Supplied, Validate,
    Validated, Validator, at_wire_names, no_issues,
};
