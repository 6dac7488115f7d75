//! What people must decide before a run can go on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::json::RawJson;

/// What people must decide before a run can go on.
///
/// `Display` has one line for each call: its id, its tool and input, and why it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Pause {
    /// The calls that wait, in the model's order.
    pub pending: Vec<Pending>,
}

impl fmt::Display for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, pending) in self.pending.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            pending.fmt(f)?;
        }
        Ok(())
    }
}

/// A call that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Pending {
    /// The call's id, to be named in the decision.
    pub call: String,
    /// The tool's name.
    pub name: String,
    /// The exact input, as the model wrote it.
    pub input: String,
    /// What kind of decision it waits for.
    pub kind: PendingKind,
    /// Why it waits.
    pub reason: String,
    /// The JSON Schema of the output that is to be supplied, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<RawJson>,
}

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}({}) waits: {}",
            self.call, self.name, self.input, self.reason
        )
    }
}

/// What kind of decision a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PendingKind {
    /// Approve or reject.
    ToolApproval,
    /// Supply the output, or reject: somebody outside the run does the work.
    Manual,
    /// The call was claimed and never settled: it may have run. Run it again, supply its output, or
    /// give it up.
    InDoubt,
}

impl fmt::Display for PendingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToolApproval => "tool approval",
            Self::Manual => "an output",
            Self::InDoubt => "in doubt",
        })
    }
}
