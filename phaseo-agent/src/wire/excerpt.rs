//! The beginning of a text, for an error.

use super::limit;

/// At most 2 KiB of `body`, cut between characters.
pub(crate) fn of(body: &[u8]) -> String {
    // A character is at most 4 bytes: one that crosses the limit is whole in this.
    let beginning = String::from_utf8_lossy(&body[..body.len().min(limit::EXCERPT + 4)]);
    beginning[..beginning.floor_char_boundary(limit::EXCERPT)].to_owned()
}
