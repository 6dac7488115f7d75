//! What a store knows of a run without reading its log.

use serde::{Deserialize, Serialize};

use crate::run::{State, Status};

use super::StoreError;

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
    /// Who drives it, if somebody said so. It may have run out: see [`Lease::bars`].
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

impl Lease {
    /// `owner` drives the run until `until`, in milliseconds since the Unix epoch.
    ///
    /// ```
    /// use phaseo_agent::store::Lease;
    ///
    /// let lease = Lease::new("worker-1", 5_000);
    /// assert!(lease.bars("worker-2", 4_999));
    /// assert!(!lease.bars("worker-2", 5_000)); // it has run out
    /// assert!(!lease.bars("worker-1", 4_999)); // it is its own
    /// ```
    #[must_use]
    pub fn new(owner: impl Into<String>, until: u64) -> Self {
        Self {
            owner: owner.into(),
            until,
        }
    }

    /// Whether it keeps `owner` from the run at `now`: it is another's, and in force.
    #[must_use]
    pub fn bars(&self, owner: &str, now: u64) -> bool {
        self.until > now && self.owner != owner
    }

    /// Whether this lease may follow `held` in a run whose log has `found` entries. The rule of
    /// [`Store::lease`](super::Store::lease) for a run that is there, in one place for all stores.
    pub(super) fn may_follow(
        &self,
        held: Option<Self>,
        run: &str,
        now: u64,
        expected: u64,
        found: u64,
    ) -> Result<(), StoreError> {
        match held {
            Some(held) if held.bars(&self.owner, now) => Err(StoreError::Leased {
                run: run.to_owned(),
                owner: held.owner,
                until: held.until,
            }),
            _ if found != expected => Err(StoreError::conflict(run, expected, found)),
            _ => Ok(()),
        }
    }
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
