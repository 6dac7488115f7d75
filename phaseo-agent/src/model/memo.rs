//! A place where a model keeps what it has worked out about one run.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A model's notes on a run or on a set of tools, such as the encoded form of the messages so far.
///
/// A [`Client`](crate::Client) encodes each message once and keeps the bytes here, so that a
/// request costs what is new in it. Clones share the notes. A memo never changes what is asked:
/// it can be dropped at any time.
#[derive(Clone, Default)]
pub struct Memo(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

impl Memo {
    /// Runs `work` on the notes of type `T`, made anew if there are none or they are of another type.
    pub fn with<T: Default + Send + 'static, R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(notes) = slot.as_mut().and_then(|notes| notes.downcast_mut()) {
            return work(notes);
        }
        let mut notes = T::default();
        let result = work(&mut notes);
        *slot = Some(Box::new(notes));
        result
    }

    /// Forgets the notes.
    pub fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn clones_share_their_notes_until_cleared() {
        let memo = Memo::default();
        memo.with(|count: &mut u32| *count += 1);
        let other = memo.clone();
        other.with(|count: &mut u32| *count += 1);
        assert_eq!(memo.with(|count: &mut u32| *count), 2);
        memo.clear();
        assert_eq!(memo.with(|count: &mut u32| *count), 0);
    }

    #[test]
    fn notes_of_another_type_start_anew() {
        let memo = Memo::default();
        memo.with(|count: &mut u32| *count = 7);
        assert_eq!(memo.with(|text: &mut String| text.clone()), "");
    }
}
