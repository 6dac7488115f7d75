//! The machine without IO.

mod decisions;
mod delegates;
mod failures;
mod interruptions;
mod limits;
mod play;
mod random;
mod reviews;
mod scheduling;
mod stopping;
mod supplies;
mod transitions;
mod turns;

use super::{Decision, Verdict};

/// The call may run.
fn ready() -> Verdict {
    Verdict::Valid {
        approval: None,
        supply: None,
    }
}

/// A person must approve the call.
fn gated(reason: String) -> Verdict {
    Verdict::Valid {
        approval: Some(reason),
        supply: None,
    }
}

fn approve() -> Decision {
    Decision::Approve { input: None }
}
