//! What people must decide before a run can go on.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::json::RawJson;

use super::path::Path;

/// What people must decide before a run can go on.
///
/// `Display` has one line for each call: its id, its tool and input, and why it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Pause {
    /// The calls that wait, in the model's order.
    pub pending: Vec<Pending>,
}

/// Why a person must look at an answer before the run ends with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// Why.
    pub reason: String,
    /// What there is to look at; the answer unless told otherwise.
    #[serde(default = "RawJson::null", skip_serializing_if = "RawJson::is_null")]
    pub payload: RawJson,
}

impl Review {
    /// A review for this reason.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            payload: RawJson::null(),
        }
    }

    /// The same review with something else to look at than the answer. What cannot be written as
    /// JSON is said to be so in its place.
    #[must_use]
    pub fn payload(mut self, payload: impl Serialize) -> Self {
        self.payload = RawJson::of(&payload).unwrap_or_else(|error| {
            let text = format!("the payload cannot be written as JSON: {error}");
            RawJson::of(&text).expect("a text can be written as JSON")
        });
        self
    }
}

impl Pause {
    /// The kind of all that waits; `None` where it is mixed.
    #[must_use]
    pub fn kind(&self) -> Option<PendingKind> {
        let first = self.pending.first()?.kind;
        let alike = self.pending.iter().all(|pending| pending.kind == first);
        alike.then_some(first)
    }
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

/// A call, or an answer under review, that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Pending {
    /// The id of the call or the review, to be named in the decision.
    pub id: String,
    /// The tool's name; for an answer under review, `human_review`.
    pub name: String,
    /// The exact input, as the model wrote it; for an answer under review, what there is to look at.
    pub input: String,
    /// What kind of decision it waits for.
    pub kind: PendingKind,
    /// Why it waits.
    pub reason: String,
    /// The JSON Schema of what is to be supplied, if something is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<RawJson>,
    /// The ids of the sub-agent calls that it lies in, from the outside; empty in the outer run.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub path: Path,
    /// The id of the sub-agent whose it is; empty in the outer run.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agent_id: String,
}

impl Pending {
    /// Reads the input as a `T`.
    ///
    /// # Errors
    /// When it is not a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.input)
    }
}

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}({}) waits: {}",
            self.id, self.name, self.input, self.reason
        )?;
        match self.agent_id.as_str() {
            "" => Ok(()),
            agent => write!(f, " (in `{agent}`)"),
        }
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
    /// Supply what the tool asks for, or reject.
    Interactive,
    /// Look at an answer: approve it; or reject it, or say something, and the model answers again.
    HumanReview,
    /// The call was claimed and never settled: it may have run. Run it again, supply its output, or
    /// give it up.
    InDoubt,
}

impl fmt::Display for PendingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToolApproval => "tool approval",
            Self::Manual => "an output",
            Self::Interactive => "human input",
            Self::HumanReview => "human review",
            Self::InDoubt => "in doubt",
        })
    }
}
