//! The state of a run that is in a store.

use crate::error::{Error, ErrorKind, Result};
use crate::run::State;

use super::AnyStore;

/// The state of the stored run `run_id`.
///
/// # Errors
/// When there is no such run, or it cannot be read.
pub(crate) async fn stored(store: &dyn AnyStore, run_id: &str) -> Result<State> {
    let entries = store.load(run_id, 0).await;
    let entries = entries.map_err(|error| Error::new(ErrorKind::Store(error)))?;
    if entries.is_empty() {
        return Err(Error::new(ErrorKind::UnknownRun(run_id.to_owned())));
    }
    State::fold(entries).map_err(|error| Error::new(ErrorKind::Log(error)))
}
