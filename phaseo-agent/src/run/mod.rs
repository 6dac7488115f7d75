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
//! | [`PlanTurn`](Action::PlanTurn) | ask the app what the next question has | [`Planned`](Happened::Planned) |
//! | [`AskModel`](Action::AskModel) | ask | [`Answered`](Happened::Answered), [`ModelFailed`](Happened::ModelFailed) or [`Interrupted`](Happened::Interrupted) |
//! | [`RunTools`](Action::RunTools) | check, open and execute, side by side | [`Checked`](Happened::Checked), [`Opened`](Happened::Opened), [`Settled`](Happened::Settled), one by one |
//! | [`StopTools`](Action::StopTools) | make these executions end | [`Stopped`](Happened::Stopped) or [`Settled`](Happened::Settled), one by one |
//! | [`Abandon`](Action::Abandon) | drop what was asked for there | |
//! | [`Wait`](Action::Wait) | wait until one of those comes | |
//! | [`Done`](Action::Done) | nothing: the run is paused or has ended | |
//!
//! This drives a run without a runtime, a network or a clock:
//!
//! ```
//! use std::sync::Arc;
//! use phaseo_agent::RawJson;
//! use phaseo_agent::model::Response;
//! use phaseo_agent::run::{Action, Beginning, Happened, Machine, Rules, Status};
//!
//! let beginning = Beginning::new("run-1", Arc::new(["Say hello.".into()]));
//! let mut machine = Machine::start(Arc::new(Rules::new("a-model")), beginning, 0);
//! let mut log = Vec::new();
//! loop {
//!     let happened = match machine.next() {
//!         Action::Append { entries, .. } => {
//!             log.extend(entries);
//!             Happened::Appended
//!         }
//!         Action::AskModel(ask) => Happened::Answered {
//!             path: ask.path,
//!             response: Response::text("Hello!"),
//!             answer: Ok(RawJson::of("Hello!")?),
//!             review: None,
//!         },
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
mod condition;
mod decision;
mod entry;
mod failure;
mod limits;
mod machine;
mod output;
mod overrides;
mod path;
mod pause;
mod rules;
mod state;
mod step;
mod stop;
mod supply;
mod turn;

pub use action::{Action, Ask, Given, Happened, Misuse, Settlement, Verdict, Work};
pub use condition::Condition;
pub use decision::{Decision, DecisionError, Decisions};
pub use entry::{CallOutcome, Entry, Fact, LOG_VERSION, LogError};
pub use failure::{CallFailure, Failure, FailureOrigin};
pub use limits::Limits;
pub use machine::{Beginning, Instructions, Machine, Said};
pub use overrides::Overrides;
pub use path::Path;
pub use pause::{Pause, Pending, PendingKind, Review};
pub use rules::{OnStop, Rules, ToolRules};
pub use state::{Frame, State, Status};
pub(crate) use step::cancelled;
pub use step::{Call, CallPhase, Step};
pub use stop::Stop;
pub use supply::Supply;
pub use turn::Turn;

#[cfg(test)]
mod tests;
