//! The app's handler of events.

use std::fmt;

use crate::event::Event;

use super::panic::caught;

type Handler<'a> = Box<dyn FnMut(&Event) + Send + 'a>;

/// The app's handler of events, if it gave one. A handler that panics is not called again; the run
/// goes on.
#[derive(Default)]
pub(crate) struct Observer<'a>(Option<Handler<'a>>);

impl<'a> Observer<'a> {
    pub(crate) fn new(handler: impl FnMut(&Event) + Send + 'a) -> Self {
        Self(Some(Box::new(handler)))
    }

    pub(super) fn tell(&mut self, event: &Event) {
        if let Some(handler) = &mut self.0
            && caught(|| handler(event)).is_err()
        {
            self.0 = None;
        }
    }
}

impl fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Observer").field(&self.0.is_some()).finish()
    }
}
