//! What people decide about the calls of a paused run, and about answers under review.

use serde::{Deserialize, Serialize};

use crate::json::RawJson;
use crate::schema::{Issue, Schema};

use super::pause::{Pending, PendingKind};

/// What somebody decided about one call, or about an answer under review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Decision {
    /// Run it; end the run with the answer under review.
    Approve {
        /// The input to run it with, in place of the model's.
        #[serde(
            default,
            deserialize_with = "RawJson::some",
            skip_serializing_if = "Option::is_none"
        )]
        input: Option<RawJson>,
    },
    /// Do not run it; do not end the run with the answer under review.
    Reject {
        /// What the model is told.
        reason: String,
    },
    /// This is its output.
    Output(RawJson),
    /// It is in doubt: run it again.
    Rerun,
    /// It is in doubt: leave it.
    GiveUp {
        /// What the model is told.
        reason: String,
    },
}

impl Decision {
    fn name(&self) -> &'static str {
        match self {
            Self::Approve { input: None } => "approve",
            Self::Approve { input: Some(_) } => "approve_with",
            Self::Output(_) => "output",
            Self::Reject { .. } => "reject",
            Self::Rerun => "rerun",
            Self::GiveUp { .. } => "give_up",
        }
    }

    /// Whether it answers what a call waits for.
    pub(super) fn fits(&self, kind: PendingKind) -> bool {
        match self {
            Self::Approve { input: None } => {
                matches!(kind, PendingKind::ToolApproval | PendingKind::HumanReview)
            }
            Self::Approve { .. } => kind == PendingKind::ToolApproval,
            Self::Reject { .. } => kind != PendingKind::InDoubt,
            // An output never takes the place of an execution that waits for approval.
            Self::Output(_) => {
                !matches!(kind, PendingKind::ToolApproval | PendingKind::HumanReview)
            }
            Self::Rerun | Self::GiveUp { .. } => kind == PendingKind::InDoubt,
        }
    }
}

/// Decisions that are taken together: all of them, or none if one is bad.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions(Vec<Decided>);

/// One decision with who took it and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decided {
    pub(super) call: String,
    pub(super) decision: Decision,
    pub(super) by: Option<String>,
    pub(super) note: Option<String>,
}

impl Decisions {
    /// Adds a decision about `call`.
    pub fn push(&mut self, call: impl Into<String>, decision: Decision) {
        self.0.push(Decided {
            call: call.into(),
            decision,
            by: None,
            note: None,
        });
    }

    /// Says who took the decision that was added last. Does nothing if there is none.
    pub fn by(&mut self, who: impl Into<String>) {
        if let Some(last) = self.0.last_mut() {
            last.by = Some(who.into());
        }
    }

    /// Notes something beside the decision that was added last. Does nothing if there is none.
    pub fn note(&mut self, text: impl Into<String>) {
        if let Some(last) = self.0.last_mut() {
            last.note = Some(text.into());
        }
    }

    /// Whether there are no decisions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The decisions, if each of them can be taken: these wait, and other calls stand as `standing`
    /// says.
    pub(super) fn checked(
        self,
        waiting: &[Pending],
        standing: impl Fn(&str) -> Standing,
    ) -> Result<Vec<Decided>, DecisionError> {
        for (index, decided) in self.0.iter().enumerate() {
            let call = &decided.call;
            let Some(pending) = waiting.iter().find(|pending| pending.id == *call) else {
                let call = call.clone();
                return Err(match standing(&call) {
                    Standing::Unknown => DecisionError::UnknownCall { call },
                    Standing::NotPending => DecisionError::NotPending { call },
                    Standing::Decided(by) => DecisionError::Decided { call, by },
                });
            };
            let earlier: Vec<_> = self.0[..index]
                .iter()
                .filter(|earlier| earlier.call == *call)
                .map(|earlier| &earlier.decision)
                .collect();
            let kind = match (&earlier[..], pending.kind, &pending.form) {
                ([], kind, _) => kind,
                // It was let run a moment ago, and is now what it waits for.
                ([Decision::Approve { .. }], PendingKind::ToolApproval, Some(_)) => {
                    PendingKind::Manual
                }
                _ => return Err(DecisionError::Twice { call: call.clone() }),
            };
            if !decided.decision.fits(kind) {
                return Err(DecisionError::WrongKind {
                    call: call.clone(),
                    decision: decided.decision.name(),
                    kind,
                });
            }
            if let (Decision::Output(output), Some(form)) = (&decided.decision, &pending.form) {
                let issues = Schema::issues_of(form, output);
                if !issues.is_empty() {
                    return Err(DecisionError::Unfit {
                        call: call.clone(),
                        what: "output",
                        issues,
                    });
                }
            }
        }
        Ok(self.0)
    }
}

/// How a call or a review stands that waits for nobody.
pub(super) enum Standing {
    /// There is none.
    Unknown,
    NotPending,
    /// It was decided, by somebody, and that waits to be carried out.
    Decided(Option<String>),
}

/// A decision that cannot be taken. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecisionError {
    /// The run has no call of this id.
    #[error("the run has no call `{call}`")]
    UnknownCall {
        /// The id that was given.
        call: String,
    },
    /// The call does not wait for anybody.
    #[error("the call `{call}` does not wait for a decision")]
    NotPending {
        /// The call's id.
        call: String,
    },
    /// It was decided before, and that waits to be carried out.
    #[error("the call `{call}` was decided{}; resume the run to carry it out", by_whom(.by))]
    Decided {
        /// The call's id.
        call: String,
        /// Who decided.
        by: Option<String>,
    },
    /// The call waits for another kind of decision.
    #[error("`{decision}` does not answer the call `{call}`, which waits for: {kind}")]
    WrongKind {
        /// The call's id.
        call: String,
        /// The decision that was given.
        decision: &'static str,
        /// What the call waits for.
        kind: PendingKind,
    },
    /// The output, or the edited input, is not valid.
    #[error("the {what} for the call `{call}` is not valid: {}", Issue::join(.issues))]
    Unfit {
        /// The call's id.
        call: String,
        /// `output` or `input`.
        what: &'static str,
        /// What is wrong with it.
        issues: Vec<Issue>,
    },
    /// Two decisions about one call.
    #[error("the call `{call}` was decided twice")]
    Twice {
        /// The call's id.
        call: String,
    },
}

fn by_whom(by: &Option<String>) -> String {
    by.as_ref()
        .map(|by| format!(" by {by}"))
        .unwrap_or_default()
}
