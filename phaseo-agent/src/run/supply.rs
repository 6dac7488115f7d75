//! What somebody outside a run supplies for a call.

use serde::{Deserialize, Serialize};

use crate::json::RawJson;

/// What somebody outside a run supplies for a call of a manual or an interactive tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Supply {
    /// Its JSON Schema.
    pub form: RawJson,
    /// Whether the tool is executed first, and hands the call over only if it sees need.
    #[serde(default, skip_serializing_if = "is_false")]
    pub interactive: bool,
    /// Whether the tool makes the output of it, in an execution of its own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub responds: bool,
}

impl Supply {
    /// The output itself, for a manual tool.
    #[must_use]
    pub fn new(form: RawJson) -> Self {
        Self {
            form,
            interactive: false,
            responds: false,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}
