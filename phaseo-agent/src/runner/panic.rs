//! Code of the user's that may panic: a panic never crosses the run.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;

/// Runs `work`; `Err` is what a panic said.
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| text(&*panic))
}

/// Awaits `work`; `Err` is what a panic said.
pub(crate) async fn caught_async<R>(work: impl Future<Output = R>) -> Result<R, String> {
    AssertUnwindSafe(work)
        .catch_unwind()
        .await
        .map_err(|panic| text(&*panic))
}

fn text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "no message".to_owned())
}
