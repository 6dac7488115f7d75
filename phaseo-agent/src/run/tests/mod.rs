//! The machine without IO.

mod decisions;
mod failures;
mod interruptions;
mod limits;
mod play;
mod random;
mod transitions;

use super::{Decision, Verdict};

/// The call may run.
fn ready() -> Verdict {
    Verdict::Valid {
        approval: None,
        manual: None,
    }
}

/// A person must approve the call.
fn gated(reason: String) -> Verdict {
    Verdict::Valid {
        approval: Some(reason),
        manual: None,
    }
}

fn approve() -> Decision {
    Decision::Approve { input: None }
}
