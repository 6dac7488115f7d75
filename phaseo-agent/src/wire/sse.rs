//! Server-sent events, at the level of bytes.
//!
//! Own code, because neither crate for it passes at every byte split: `sse-stream` 0.2.6 hands out
//! Q31 and empty data of Q32 as events and bounds nothing; `eventsource-stream` 0.2.3 fails those,
//! loses events that end in a lone CR (Q33) and panics on a byte order mark that is split (Q35).

use super::limit;
use crate::model::{ModelError, ModelErrorKind};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// One event that carries data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The `event` field; empty if there was none.
    pub(crate) name: String,
    /// The `data` fields, joined with line feeds.
    pub(crate) data: String,
}

/// Splits bytes into events, however they are cut into chunks.
///
/// Lines end at CR, LF or CRLF and nothing else; text is decoded per whole event.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// The line that has not ended yet.
    line: Vec<u8>,
    name: Vec<u8>,
    data: Vec<u8>,
    has_data: bool,
    /// The last byte was a CR: a LF now belongs to it.
    after_cr: bool,
    past_first_line: bool,
    total: usize,
}

impl Events {
    /// Takes bytes from the front of `chunk` until an event is whole or the chunk is used up.
    pub(crate) fn next(&mut self, chunk: &mut &[u8]) -> Result<Option<Event>, ModelError> {
        while let Some(&first) = chunk.first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                self.consume(chunk, 1)?;
                continue;
            }
            let Some(end) = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                let rest = self.consume(chunk, chunk.len())?;
                self.line.extend_from_slice(rest);
                return self.bounded().map(|()| None);
            };
            let part = self.consume(chunk, end)?;
            self.after_cr = self.consume(chunk, 1)? == b"\r";
            if self.end_line(part)? {
                let event = self.dispatch()?;
                if event.is_some() {
                    return Ok(event);
                }
            }
        }
        Ok(None)
    }

    /// The event that the end of input left without its blank line, as far as it can be read.
    pub(crate) fn end(mut self) -> Option<Event> {
        self.end_line(b"").ok()?;
        self.dispatch().ok()?
    }

    fn consume<'a>(&mut self, chunk: &mut &'a [u8], count: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = chunk.split_at(count);
        *chunk = rest;
        self.total += count;
        if self.total > limit::STREAM {
            return Err(too_long("the stream", limit::STREAM));
        }
        Ok(taken)
    }

    fn bounded(&self) -> Result<(), ModelError> {
        if self.line.len() + self.name.len() + self.data.len() > limit::EVENT {
            return Err(too_long("an event of the stream", limit::EVENT));
        }
        Ok(())
    }

    /// Ends the current line with `rest`; true if it was blank.
    fn end_line(&mut self, rest: &[u8]) -> Result<bool, ModelError> {
        let kept;
        let mut line = if self.line.is_empty() {
            rest
        } else {
            self.line.extend_from_slice(rest);
            kept = std::mem::take(&mut self.line);
            &kept
        };
        if !std::mem::replace(&mut self.past_first_line, true) {
            line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        if line.is_empty() {
            return Ok(true);
        }
        let (field, value) = match line.iter().position(|&byte| byte == b':') {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &b""[..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value);
            }
            b"event" => self.name = value.to_vec(),
            // A comment has an empty field name.
            _ => {}
        }
        self.bounded().map(|()| false)
    }

    /// The event that a blank line ends, unless it holds nothing for the reader.
    fn dispatch(&mut self) -> Result<Option<Event>, ModelError> {
        let name = std::mem::take(&mut self.name);
        let data = std::mem::take(&mut self.data);
        self.has_data = false;
        let content = data.trim_ascii();
        if content.is_empty() || content.starts_with(b":") {
            return Ok(None);
        }
        Ok(Some(Event {
            name: utf8(name)?,
            data: utf8(data)?,
        }))
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, ModelError> {
    String::from_utf8(bytes).map_err(|error| {
        ModelError::new(
            ModelErrorKind::Malformed,
            "an event of the stream is not UTF-8",
        )
        .with_source(error.utf8_error())
    })
}

fn too_long(what: &str, limit: usize) -> ModelError {
    ModelError::new(
        ModelErrorKind::Malformed,
        format!("{what} is longer than {} MiB", limit >> 20),
    )
}

#[cfg(test)]
mod tests {
    use super::{Event, Events};
    use crate::wire::limit;

    fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
        let mut events = Events::default();
        let mut found = Vec::new();
        for mut chunk in chunks {
            while let Some(event) = events.next(&mut chunk).unwrap() {
                found.push(event);
            }
        }
        found
    }

    #[test]
    fn every_row_reads_the_same_at_every_byte_split() {
        let rows: &[(&str, &str, &[&str])] = &[
            (
                "Q30 comment",
                ": OPENROUTER PROCESSING\n\ndata: a\n\n",
                &["a"],
            ),
            (
                "Q31 keep-alive in data",
                "data: : keepalive\n\ndata: a\n\n",
                &["a"],
            ),
            ("Q32 no data", ": c\n\n\n\nevent: x\n\ndata: a\n\n", &["a"]),
            (
                "Q32 empty data",
                "data:\n\ndata: \n\ndata\n\ndata: a\n\n",
                &["a"],
            ),
            ("Q33 CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]),
            ("Q33 lone CR", "data: a\r\rdata: b\r\r", &["a", "b"]),
            (
                "Q33 mixed",
                "data: a\r\n\ndata: b\n\r\ndata: c\r\rdata: d\n\n",
                &["a", "b", "c", "d"],
            ),
            (
                "Q33 other line ends",
                "data: a\u{2028}b\u{85}c\u{b}d\n\n",
                &["a\u{2028}b\u{85}c\u{b}d"],
            ),
            ("Q34 UTF-8", "data: 你好 \u{1F600}\n\n", &["你好 \u{1F600}"]),
            (
                "Q35 byte order mark",
                "\u{feff}data: a\n\ndata: \u{feff}b\n\n",
                &["a", "\u{feff}b"],
            ),
            (
                "several data lines",
                "data: a\ndata:b\ndata:  c\n\n",
                &["a\nb\n c"],
            ),
            (
                "fields without meaning",
                "id: 7\nretry: 1\ndatax: n\nnonsense\ndata: a\n\n",
                &["a"],
            ),
            ("no blank line at the end", "data: a\n\ndata: b\n", &["a"]),
        ];
        for (name, text, expected) in rows {
            let bytes = text.as_bytes();
            for split in 0..=bytes.len() {
                let (head, tail) = bytes.split_at(split);
                let data: Vec<_> = read([head, tail])
                    .into_iter()
                    .map(|event| event.data)
                    .collect();
                assert_eq!(data, *expected, "{name}, cut at {split}");
            }
            let data: Vec<_> = read(bytes.chunks(1))
                .into_iter()
                .map(|event| event.data)
                .collect();
            assert_eq!(data, *expected, "{name}, byte by byte");
        }
    }

    #[test]
    fn the_name_belongs_to_its_event_only() {
        let events = read([b"event: error\ndata: 1\n\ndata: 2\n\n".as_slice()]);
        let names: Vec<_> = events.iter().map(|event| event.name.as_str()).collect();
        assert_eq!(names, ["error", ""]);
    }

    #[test]
    fn the_end_of_input_gives_up_what_is_left() {
        let mut events = Events::default();
        assert_eq!(events.next(&mut b"data: [DO".as_slice()).unwrap(), None);
        assert_eq!(events.next(&mut b"NE]".as_slice()).unwrap(), None);
        assert_eq!(events.end().unwrap().data, "[DONE]");
    }

    #[test]
    fn text_that_is_not_utf8_is_malformed() {
        let error = Events::default()
            .next(&mut b"data: \xE4\xBD\n\n".as_slice())
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "malformed response: an event of the stream is not UTF-8"
        );
    }

    #[test]
    fn an_event_without_end_is_refused() {
        let mut events = Events::default();
        let chunk = vec![b'a'; 1 << 20];
        let refused =
            (0..=limit::EVENT >> 20).find_map(|_| events.next(&mut chunk.as_slice()).err());
        assert!(refused.unwrap().to_string().contains("longer than 16 MiB"));
    }

    #[test]
    fn data_lines_without_end_are_refused() {
        let mut events = Events::default();
        let chunk = [b"data: ".as_slice(), &vec![b'a'; 1 << 20], b"\n"].concat();
        let refused =
            (0..=limit::EVENT >> 20).find_map(|_| events.next(&mut chunk.as_slice()).err());
        assert!(refused.unwrap().to_string().contains("longer than 16 MiB"));
    }

    #[test]
    fn a_stream_without_end_is_refused() {
        let mut events = Events::default();
        let chunk = [b": ".as_slice(), &vec![b'a'; 1 << 20], b"\n"].concat();
        let refused =
            (0..=limit::STREAM >> 20).find_map(|_| events.next(&mut chunk.as_slice()).err());
        assert!(refused.unwrap().to_string().contains("longer than 256 MiB"));
    }
}
