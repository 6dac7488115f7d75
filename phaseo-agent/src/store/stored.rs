//! The state of a run that is in a store.

use crate::error::{Error, ErrorKind, Result};
use crate::run::{Entry, State};

use super::{AnyStore, Store, StoreError};

/// The state of the stored run `run_id`, to look at: what waits in it, what was done.
///
/// ```
/// use phaseo_agent::store::{MemoryStore, load};
/// # use phaseo_agent::Agent;
/// # use phaseo_agent::model::Response;
/// # use phaseo_agent::testing::ScriptedModel;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// # let client = ScriptedModel::new([Response::text("Good evening.")]);
/// let store = MemoryStore::new();
/// let agent = Agent::builder("butler").model("m").client(client).store(store.clone()).build()?;
/// let run = agent.run("Hello!").await?;
///
/// let state = load(&store, run.id()).await?;
/// assert_eq!(state.status().to_string(), "completed");
/// # Ok::<(), phaseo_agent::Error>(())
/// # }).unwrap();
/// ```
///
/// # Errors
/// [`ErrorKind::UnknownRun`]; [`ErrorKind::Store`] and [`ErrorKind::Log`] when it cannot be read.
pub async fn load<S: Store>(store: &S, run_id: &str) -> Result<State> {
    stored(store, run_id).await
}

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

/// `state`, which somebody kept, beside what the store has of it: none of it, or all of it, or its
/// beginning, where an append failed.
///
/// # Errors
/// When the store has more of the run, or something else, or cannot be read.
pub(crate) async fn kept(store: &dyn AnyStore, mut state: State) -> Result<State> {
    let entries = store.load(state.run_id(), 0).await;
    let entries = entries.map_err(|error| Error::new(ErrorKind::Store(error)))?;
    let kept = state.entries();
    let is_beginning = entries.len() <= kept.len()
        && entries
            .iter()
            .zip(kept)
            .all(|(stored, kept)| is_same(stored, kept));
    if !is_beginning {
        let (expected, found) = (kept.len() as u64, entries.len() as u64);
        let conflict = StoreError::conflict(state.run_id(), expected, found);
        return Err(Error::new(ErrorKind::Store(conflict)).with_run(state));
    }
    state.saved_are(entries.len());
    Ok(state)
}

/// Whether two entries say the same, whatever the JSON in them looks like.
fn is_same(stored: &Entry, kept: &Entry) -> bool {
    let value = |entry: &Entry| serde_json::to_value(entry).ok();
    stored == kept || value(stored).is_some_and(|stored| value(kept) == Some(stored))
}
