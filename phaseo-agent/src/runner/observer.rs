//! The app's handler of events.

use std::fmt;

use tokio::sync::mpsc;

use crate::event::Event;

use super::panic::caught;

type Handler<'a> = Box<dyn FnMut(&Event) + Send + 'a>;

/// The app's handler of events, if it gave one. A handler that panics is not called again; the run
/// goes on.
#[derive(Default)]
pub(crate) enum Observer<'a> {
    #[default]
    Nobody,
    Handler(Handler<'a>),
    /// The handler lies elsewhere, and may be gone.
    Channel(mpsc::Sender<Event>),
}

impl<'a> Observer<'a> {
    pub(crate) fn new(handler: impl FnMut(&Event) + Send + 'a) -> Self {
        Self::Handler(Box::new(handler))
    }

    /// Whether nobody is told anything.
    pub(super) fn is_nobody(&self) -> bool {
        matches!(self, Self::Nobody)
    }

    /// Tells an event. A slow reader slows the run.
    pub(super) async fn tell(&mut self, event: Event) {
        match self {
            Self::Nobody => {}
            Self::Handler(handler) => {
                if caught(|| handler(&event)).is_err() {
                    *self = Self::Nobody;
                }
            }
            Self::Channel(sender) => {
                if sender.send(event).await.is_err() {
                    *self = Self::Nobody;
                }
            }
        }
    }
}

impl fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nobody => "Nobody",
            Self::Handler(_) => "Handler",
            Self::Channel(_) => "Channel",
        })
    }
}
