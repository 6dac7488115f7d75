//! What is said of one run alone.

use serde::{Deserialize, Serialize};

use crate::tool::NextTurn;

use super::limits::Limits;

/// What is said of one run alone, and beats what its agent says. It is kept in the log, so that it
/// holds wherever the run is taken up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Overrides {
    /// What each question has.
    #[serde(skip_serializing_if = "NextTurn::is_empty")]
    pub settings: NextTurn,
    /// The most steps of a user turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// When the run ends apart from that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The most tool calls that run at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_concurrency: Option<usize>,
}

impl Overrides {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes what `later` says on top.
    pub(super) fn then(&mut self, later: &Self) {
        self.settings.then(&later.settings);
        if later.limits.is_some() {
            self.limits.clone_from(&later.limits);
        }
        self.max_steps = later.max_steps.or(self.max_steps);
        self.tool_concurrency = later.tool_concurrency.or(self.tool_concurrency);
    }
}
