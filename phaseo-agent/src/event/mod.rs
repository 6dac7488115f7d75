//! What an app is told while a run goes on: a view of the entries as they are saved.

mod kind;
mod view;

use std::sync::Arc;

use serde::Serialize;

use crate::run::Path;

pub use kind::EventKind;
pub use view::Events;

/// One thing that happened in a run. It is saved before it is told.
///
/// Serialised, `type` has the name that the Phaseo SDKs use, such as `tool.started`.
///
/// ```
/// use phaseo_agent::event::{Event, EventKind};
///
/// fn print(event: &Event) {
///     match &event.kind {
///         EventKind::ToolStarted { name, input, .. } => println!("{name}({input})"),
///         EventKind::RunWaitingForHuman { pause } => println!("{pause}"),
///         _ => {}
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Event {
    /// The run's id.
    pub run_id: Arc<str>,
    /// The id of the agent that it is about.
    pub agent_id: Arc<str>,
    /// The ids of the sub-agent calls that it lies in; empty in the outer run.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub path: Path,
    /// The log entry that it is a view of. Several events can be views of one entry.
    pub seq: u64,
    /// When: milliseconds since the Unix epoch.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
}
