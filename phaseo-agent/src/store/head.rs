//! What a store knows of a run without reading its log.

use serde::{Deserialize, Serialize};

use crate::run::{State, Status};

/// What a store knows of a run without reading its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Head {
    /// The run's id.
    pub run_id: String,
    /// The id of the agent whose run it is.
    pub agent_id: String,
    /// Where it stands.
    pub status: Status,
    /// When it was last written: milliseconds since the Unix epoch.
    pub updated_at: u64,
    /// Who drives it, if somebody said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease: Option<Lease>,
}

/// Who drives a run, and how long others must leave it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Lease {
    /// Who.
    pub owner: String,
    /// Until when: milliseconds since the Unix epoch.
    pub until: u64,
}

impl Head {
    /// The head of a run in this state.
    #[must_use]
    pub fn of(state: &State) -> Self {
        Self {
            run_id: state.run_id().to_owned(),
            agent_id: state.agent_id().to_owned(),
            status: state.status(),
            updated_at: state.entries().last().map_or(0, |entry| entry.at),
            lease: None,
        }
    }
}

/// Which runs to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Query {
    /// Only runs of this status.
    pub status: Option<Status>,
    /// Only runs whose id comes after this one, to go on where the last list ended.
    pub after: Option<String>,
    /// At most so many; `None` is all.
    pub limit: Option<usize>,
}

impl Query {
    /// All runs.
    #[must_use]
    pub fn all() -> Self {
        Self::default()
    }

    /// Only runs of this status.
    #[must_use]
    pub fn status(mut self, status: Status) -> Self {
        self.status = Some(status);
        self
    }

    /// Only runs whose id comes after this one.
    #[must_use]
    pub fn after(mut self, run: impl Into<String>) -> Self {
        self.after = Some(run.into());
        self
    }

    /// At most so many.
    #[must_use]
    pub fn limit(mut self, most: usize) -> Self {
        self.limit = Some(most);
        self
    }
}
