//! Conditions of the app's that end a run.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::turn::Turn;

/// A condition of the app's that ends a run, for a reason that it gives. A clone copies a pointer.
#[derive(Clone)]
pub struct Condition(Arc<Met>);

type Met = dyn Fn(&Turn<'_>) -> Option<String> + Send + Sync;

impl Condition {
    /// One that is met when `met` gives a reason.
    pub fn new(met: impl Fn(&Turn<'_>) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(met))
    }

    /// The reason, if it is met. One that panics is met.
    pub(super) fn met(&self, turn: &Turn<'_>) -> Option<String> {
        catch_unwind(AssertUnwindSafe(|| (self.0)(turn)))
            .unwrap_or_else(|_| Some("the condition panicked".to_owned()))
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
}
