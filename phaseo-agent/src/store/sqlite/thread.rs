//! The thread that has the connection.

use std::fmt;
use std::sync::mpsc::{self, Sender};
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::store::StoreError;

use super::fault::Fault;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The thread that has the connection, and does one job after the other on it.
///
/// A thread of its own and not `spawn_blocking`: appends that wait for the disk would each hold one
/// of the runtime's threads while they wait for their turn; here they wait in a queue. The queue
/// also keeps the order: a load that was asked for after an append sees it.
///
/// The thread ends, and closes the database, when the last [`Thread`] is dropped and what was asked
/// is done.
pub(super) struct Thread {
    jobs: Sender<Job>,
}

impl Thread {
    pub(super) fn start(mut connection: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel::<Job>();
        thread::Builder::new()
            .name("phaseo-sqlite".to_owned())
            .spawn(move || {
                for job in queue {
                    job(&mut connection);
                }
            })
            .map_err(StoreError::backend)?;
        Ok(Self { jobs })
    }

    /// Does `work` on the connection. When nobody waits for it any more, it is not begun.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            if !answer.is_closed() {
                // Who stopped waiting meanwhile does not care.
                drop(answer.send(work(connection)));
            }
        });
        let ended = || StoreError::backend("the thread of the SQLite store has ended");
        self.jobs.send(job).map_err(|_| ended())?;
        Ok(answered.await.map_err(|_| ended())??)
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thread")
    }
}
