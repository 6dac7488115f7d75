//! The transcript as bytes, each message encoded once.

use std::sync::Arc;

use super::profile::Profile;
use super::surface::Surface;
use crate::item::Message;

/// The encoded transcript of one run, kept in [`Request::memo`](crate::model::Request::memo).
///
/// It holds the items of the wire's message list, joined with commas. A transcript mostly grows at
/// its end; where it does not, what is common stays and the rest is encoded anew, so that the notes
/// can never change what is asked.
#[derive(Default)]
pub(super) struct History {
    /// Whose bytes these are.
    owner: Option<(Surface, Profile)>,
    written: Written,
    /// What is encoded, and how far the bytes went then.
    messages: Vec<(Message, Mark)>,
}

/// The bytes so far.
#[derive(Default)]
pub(super) struct Written {
    bytes: Vec<u8>,
    open: Option<&'static str>,
}

/// A place in the bytes to which they can be cut back.
#[derive(Clone, Copy, Default)]
struct Mark {
    end: usize,
    open: Option<&'static str>,
}

impl History {
    /// Brings the bytes up to `messages`. `encode` writes one message.
    pub(super) fn extend(
        &mut self,
        surface: Surface,
        profile: &Profile,
        messages: &[Message],
        mut encode: impl FnMut(&mut Written, &Message),
    ) -> &Written {
        if self
            .owner
            .as_ref()
            .is_none_or(|(of, by)| (*of, by) != (surface, profile))
        {
            *self = Self {
                owner: Some((surface, profile.clone())),
                ..Self::default()
            };
        }
        let common = self
            .messages
            .iter()
            .zip(messages)
            .take_while(|((old, _), new)| is_same(old, new))
            .count();
        self.messages.truncate(common);
        self.written.cut(
            self.messages
                .last()
                .map(|(_, mark)| *mark)
                .unwrap_or_default(),
        );
        for message in &messages[common..] {
            encode(&mut self.written, message);
            self.messages.push((message.clone(), self.written.mark()));
        }
        &self.written
    }
}

impl Written {
    /// Writes one item of the list.
    pub(super) fn item(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if !self.bytes.is_empty() {
            self.bytes.push(b',');
        }
        write(&mut self.bytes);
    }

    /// Writes one block of a message whose role is `role`: blocks of one role that follow each
    /// other, from one message or from several, share one message. It stays open until a block of
    /// another role comes, and [`list`](Self::list) closes it on the way out.
    pub(super) fn block(&mut self, role: &'static str, write: impl FnOnce(&mut Vec<u8>)) {
        if self.open == Some(role) {
            self.bytes.push(b',');
        } else {
            if self.open.is_some() {
                self.bytes.extend_from_slice(b"]},");
            }
            self.open = Some(role);
            self.bytes.extend_from_slice(br#"{"role":""#);
            self.bytes.extend_from_slice(role.as_bytes());
            self.bytes.extend_from_slice(br#"","content":["#);
        }
        write(&mut self.bytes);
    }

    /// Appends the list to `out`, after an item that is not part of the transcript.
    pub(super) fn list(&self, out: &mut Vec<u8>, first: Option<impl FnOnce(&mut Vec<u8>)>) {
        out.reserve(self.bytes.len());
        out.push(b'[');
        if let Some(write) = first {
            write(out);
            if !self.bytes.is_empty() {
                out.push(b',');
            }
        }
        out.extend_from_slice(&self.bytes);
        if self.open.is_some() {
            out.extend_from_slice(b"]}");
        }
        out.push(b']');
    }

    fn mark(&self) -> Mark {
        Mark {
            end: self.bytes.len(),
            open: self.open,
        }
    }

    fn cut(&mut self, mark: Mark) {
        self.bytes.truncate(mark.end);
        self.open = mark.open;
    }
}

/// Messages are immutable: the same pointer is the same message.
fn is_same(one: &Message, other: &Message) -> bool {
    match (one, other) {
        (Message::User(one), Message::User(other)) => Arc::ptr_eq(one, other),
        (Message::Assistant(one), Message::Assistant(other)) => Arc::ptr_eq(one, other),
        (Message::Tool(one), Message::Tool(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::History;
    use crate::content::Content;
    use crate::item::Message;
    use crate::wire::{Profile, Surface};

    fn user(text: &str) -> Message {
        Message::User([Content::from(text)].into())
    }

    /// Extends `history` and says which messages were encoded, and the whole list.
    fn extend(history: &mut History, profile: &Profile, messages: &[Message]) -> (usize, String) {
        let mut count = 0;
        let written = history.extend(Surface::Messages, profile, messages, |written, message| {
            count += 1;
            let Message::User(parts) = message else {
                return;
            };
            written.block("user", |out| {
                out.extend(parts[0].as_text().unwrap().bytes())
            });
        });
        let mut list = Vec::new();
        written.list(&mut list, None::<fn(&mut Vec<u8>)>);
        (count, String::from_utf8(list).unwrap())
    }

    #[test]
    fn only_what_is_new_is_encoded() {
        let profile = Profile::for_base_url(&"http://localhost".parse().unwrap());
        let (one, two, three) = (user("1"), user("2"), user("3"));
        let mut history = History::default();
        let expect = |count, content: &str| {
            (
                count,
                format!(r#"[{{"role":"user","content":[{content}]}}]"#),
            )
        };

        assert_eq!(
            extend(&mut history, &profile, &[one.clone(), two.clone()]),
            expect(2, "1,2")
        );
        assert_eq!(
            extend(&mut history, &profile, &[one.clone(), two, three.clone()]),
            expect(1, "1,2,3")
        );
        // Another message in the middle, though the last one is the same.
        assert_eq!(
            extend(&mut history, &profile, &[one.clone(), user("x"), three]),
            expect(2, "1,x,3")
        );
        // Fewer messages.
        assert_eq!(
            extend(&mut history, &profile, std::slice::from_ref(&one)),
            expect(0, "1")
        );
        // Another profile.
        let mut other = profile.clone();
        other.stream_usage = false;
        assert_eq!(
            extend(&mut history, &other, std::slice::from_ref(&one)),
            expect(1, "1")
        );
    }
}
