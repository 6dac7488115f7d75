//! Runs whose caller may go away.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::error::{Error, ErrorKind};
use crate::run::State;

use super::{Driving, Observer, Runner, Setup};

/// What becomes of a run whose future is dropped before it is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnDrop {
    /// It is left where its log stands: tools that were being executed are aborted, and their calls
    /// are in doubt. It can be resumed.
    #[default]
    Abandon,
    /// It is called off: tools are told and stopped, their fate is recorded, and the run is
    /// cancelled.
    Cancel,
    /// It goes on without anybody who waits for it; its events are told to nobody.
    GoOn,
}

/// Drives a run until it is paused or has ended, or its future is dropped.
pub(crate) async fn drive(
    setup: &Arc<Setup>,
    driving: Driving<'_>,
    on_drop: OnDrop,
) -> Result<State, Error> {
    if on_drop == OnDrop::Abandon {
        return Runner::new(setup, driving).drive().await;
    }
    let (sender, mut events) = mpsc::channel(16);
    let setup = Arc::clone(setup);
    let mut observer = driving.observer;
    let token: CancellationToken = driving.cancellation.child_token();
    let dropped = match on_drop {
        OnDrop::Cancel => Some(token.clone().drop_guard()),
        _ => None,
    };
    let elsewhere = Driving {
        machine: driving.machine,
        told: driving.told,
        observer: Observer::Channel(sender),
        cancellation: token,
    };
    let task = tokio::spawn(async move { Runner::new(&setup, elsewhere).drive().await });
    // The channel is closed when the run is done: its events are told up to the last.
    while let Some(event) = events.recv().await {
        observer.tell(event).await;
    }
    let ended = task.await;
    if let Some(guard) = dropped {
        guard.disarm();
    }
    ended.unwrap_or_else(|error| {
        let fault = format!("the run's task ended: {error}");
        Err(Error::new(ErrorKind::Internal(fault)))
    })
}
