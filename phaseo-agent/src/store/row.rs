//! What the tables of a database hold, as the types of this crate.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Error, IntoDeserializer};

use crate::run::{Entry, LogError, Status};

use super::{Head, Lease};

/// A row of `phaseo_runs`, without the length of the log.
pub(super) struct HeadRow {
    pub(super) run_id: String,
    pub(super) agent_id: String,
    pub(super) status: String,
    pub(super) updated_at: i64,
    pub(super) lease_owner: Option<String>,
    pub(super) lease_until: Option<i64>,
}

impl HeadRow {
    pub(super) fn of(head: &Head) -> Self {
        Self {
            run_id: head.run_id.clone(),
            agent_id: head.agent_id.clone(),
            status: head.status.as_str().to_owned(),
            updated_at: to_column(head.updated_at),
            lease_owner: head.lease.as_ref().map(|lease| lease.owner.clone()),
            lease_until: head.lease.as_ref().map(|lease| to_column(lease.until)),
        }
    }

    pub(super) fn lease(&self) -> Option<Lease> {
        let owner = self.lease_owner.as_ref()?;
        Some(Lease::new(owner, self.lease_until.map_or(0, from_column)))
    }

    /// # Errors
    /// When the status is none that this version knows.
    pub(super) fn into_head(self) -> Result<Head, LogError> {
        let lease = self.lease();
        let status: Result<_, serde_json::Error> =
            Status::deserialize(self.status.into_deserializer());
        Ok(Head {
            status: status.map_err(LogError::Unreadable)?,
            run_id: self.run_id,
            agent_id: self.agent_id,
            updated_at: from_column(self.updated_at),
            lease,
        })
    }
}

/// The entry in a row that should be the `expected`th of its log.
pub(super) fn read_entry(expected: u64, place: i64, text: &str) -> Result<Arc<Entry>, LogError> {
    let missing = |problem: String| {
        Err(LogError::Inconsistent {
            seq: expected,
            problem,
        })
    };
    if from_column(place) != expected {
        return missing(format!("it is missing, the next row is {place}"));
    }
    let entry = Entry::from_json(text)?;
    if entry.seq != expected {
        return missing(format!("its row holds entry {}", entry.seq));
    }
    Ok(Arc::new(entry))
}

/// What a column holds that is not what this crate writes.
pub(super) fn unreadable(problem: impl std::fmt::Display) -> LogError {
    LogError::Unreadable(serde_json::Error::custom(problem))
}

/// Databases have no unsigned integers. What is beyond theirs is a time 292 million years ahead, and
/// becomes the last that they know.
pub(super) fn to_column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn from_column(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
