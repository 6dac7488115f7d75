//! JSON objects written straight into bytes.

use serde::Serialize;
use serde_json::{Map, Value};

/// Writes one object to `out`.
pub(super) fn object(out: &mut Vec<u8>, write: impl FnOnce(&mut Object<'_>)) {
    out.push(b'{');
    write(&mut Object { out, empty: true });
    out.push(b'}');
}

/// Writes one list to `out`.
pub(super) fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// An object that is being written.
pub(super) struct Object<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl Object<'_> {
    /// Writes the key; the caller writes the value.
    pub(super) fn member(&mut self, key: &str) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        value(self.out, key);
        self.out.push(b':');
        self.out
    }

    pub(super) fn value<T: Serialize + ?Sized>(&mut self, key: &str, content: &T) {
        value(self.member(key), content);
    }

    pub(super) fn optional<T: Serialize>(&mut self, key: &str, content: Option<T>) {
        if let Some(content) = content {
            self.value(key, &content);
        }
    }

    /// Writes a member whose value is JSON text already.
    pub(super) fn raw(&mut self, key: &str, json: &str) {
        self.member(key).extend_from_slice(json.as_bytes());
    }

    pub(super) fn object(&mut self, key: &str, write: impl FnOnce(&mut Object<'_>)) {
        object(self.member(key), write);
    }

    /// Writes all members of `map`.
    pub(super) fn members(&mut self, map: &Map<String, Value>) {
        for (key, content) in map {
            self.value(key, content);
        }
    }
}

/// Writes one value. A map whose keys are not strings is the only thing that cannot be written,
/// and none is.
fn value<T: Serialize + ?Sized>(out: &mut Vec<u8>, content: &T) {
    serde_json::to_writer(out, content)
        .expect("text, numbers and JSON values can always be written to memory");
}

#[cfg(test)]
mod tests {
    use super::{list, object};

    #[test]
    fn members_are_written_in_order_and_escaped() {
        let mut out = Vec::new();
        object(&mut out, |body| {
            body.value("a\"b", "x\ny");
            body.optional("none", None::<u32>);
            body.raw("schema", r#"{ "type" : "object" }"#);
            body.object("empty", |_| {});
            list(body.member("list"), [1, 2], |out, item| {
                out.extend(item.to_string().bytes())
            });
        });
        assert_eq!(
            String::from_utf8(out).unwrap(),
            r#"{"a\"b":"x\ny","schema":{ "type" : "object" },"empty":{},"list":[1,2]}"#
        );
    }
}
