//! The run as a pure machine: no IO, no clock, no randomness.
//!
//! A run is an append-only [log](Entry) and nothing else; its [`State`] is a fold of that log. The
//! [`Machine`] decides what comes next and says it as an [`Action`]; whoever drives it does that
//! and tells it what [`Happened`]. An action is offered only when every entry it follows from is
//! saved, so a claim is on record before its effect by construction.
//!
//! | action | what to do | what to tell |
//! |---|---|---|
//! | [`Append`](Action::Append) | save the entries | [`Appended`](Happened::Appended) |
//! | [`AskModel`](Action::AskModel) | ask | [`Answered`](Happened::Answered) or [`ModelFailed`](Happened::ModelFailed) |
//! | [`RunTools`](Action::RunTools) | check and execute, side by side | [`Checked`](Happened::Checked), [`Settled`](Happened::Settled), one by one |
//! | [`StopTools`](Action::StopTools) | make these executions end | [`Stopped`](Happened::Stopped) or [`Settled`](Happened::Settled), one by one |
//! | [`Wait`](Action::Wait) | wait until one of those comes | |
//! | [`Done`](Action::Done) | nothing: the run is paused or has ended | |
//!
//! This drives a run without a runtime, a network or a clock:
//!
//! ```
//! use std::sync::Arc;
//! use phaseo_agent::RawJson;
//! use phaseo_agent::model::Response;
//! use phaseo_agent::run::{Action, Happened, Machine, Rules, Status};
//!
//! let prompt = Arc::new(["Say hello.".into()]);
//! let mut machine = Machine::start(Arc::new(Rules::new("a-model")), "run-1".into(), "greeter".into(), prompt, 0);
//! let mut log = Vec::new();
//! loop {
//!     let happened = match machine.next() {
//!         Action::Append { entries, .. } => {
//!             log.extend(entries);
//!             Happened::Appended
//!         }
//!         Action::AskModel(_) => Happened::Answered { response: Response::text("Hello!"), answer: Ok(RawJson::of("Hello!")?) },
//!         Action::Done => break,
//!         other => unreachable!("no tools are called: {other:?}"),
//!     };
//!     machine.apply(0, happened)?;
//! }
//! assert_eq!(machine.state().status(), Status::Completed);
//! assert_eq!(log.len(), 5); // started, asked, answered, step closed, completed
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod decision;
mod entry;
mod failure;
mod limits;
mod machine;
mod pause;
mod rules;
mod state;
mod step;
mod stop;

pub use action::{Action, Ask, Happened, Misuse, Verdict, Work};
pub use decision::{Decision, DecisionError, Decisions};
pub use entry::{CallOutcome, Entry, Fact, LOG_VERSION, LogError};
pub use failure::{CallFailure, Failure, FailureOrigin};
pub use limits::Limits;
pub use machine::{Machine, Said};
pub use pause::{Pause, Pending, PendingKind};
pub use rules::{Rules, ToolRules};
pub use state::{State, Status};
pub(crate) use step::cancelled;
pub use step::{Call, CallPhase, Step};
pub use stop::Stop;

#[cfg(test)]
mod tests;
