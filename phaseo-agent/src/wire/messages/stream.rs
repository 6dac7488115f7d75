//! A stream of Messages events as an answer.
//!
//! The events are put together to the body that would have come whole, which is decoded as such: a
//! stream and its whole twin are the same by construction.

use std::collections::BTreeMap;

use super::decode::decode;
use crate::json::RawJson;
use crate::model::{Delta, DeltaSink, ModelError, Response};
use crate::usage::Usage;
use crate::wire::members::Members;
use crate::wire::object::{Object, list, object};
use crate::wire::stream::Progress;
use crate::wire::surface::Surface;
use crate::wire::{failure, usage};

/// The answer, while it comes.
#[derive(Debug, Default)]
pub(in crate::wire) struct Stream {
    /// The message as it began.
    start: Option<RawJson>,
    /// By their index: a key, and no position (Q16).
    blocks: BTreeMap<u64, Block>,
    /// How many of them are calls of ours.
    calls: usize,
    /// What the message ended with.
    end: Option<RawJson>,
    usage: Usage,
}

/// A block of content, as far as it has come.
#[derive(Debug, Default)]
struct Block {
    start: Option<RawJson>,
    /// The position among the calls, if it is one.
    call: Option<usize>,
    text: String,
    thinking: String,
    signature: String,
    input: String,
    citations: Vec<RawJson>,
}

impl Stream {
    pub(in crate::wire) fn add(
        &mut self,
        event: &Members<'_>,
        name: &str,
        sink: DeltaSink<'_>,
    ) -> Result<Progress, ModelError> {
        let kind = event.full_text("type");
        match kind.as_deref().unwrap_or(name) {
            "message_start" => {
                let message = event.raw("message");
                // It can come twice (F 49).
                self.start = self.start.take().or_else(|| kept(message));
                if let Some(message) = event.members("message") {
                    self.count(&message);
                }
            }
            "content_block_start" => self.start_block(event, sink),
            "content_block_delta" => {
                let index = event.count("index").unwrap_or_default();
                let block = self.blocks.entry(index).or_default();
                if let Some(delta) = event.members("delta") {
                    block.add(&delta, sink);
                }
            }
            "content_block_stop" => {
                let index = event.count("index").unwrap_or_default();
                if let Some(block) = self.blocks.get(&index) {
                    block.hand_out_rest(sink);
                }
            }
            "message_delta" => {
                self.count(event);
                let delta = event.members("delta");
                let ends = delta.is_some_and(|delta| delta.full_text("stop_reason").is_some());
                if ends {
                    self.end = kept(event.raw("delta"));
                }
            }
            "message_stop" => return Ok(Progress::Done),
            "error" => {
                return Err(failure::of_event(
                    event.raw("error").map_or("{}", |error| error.get()),
                ));
            }
            _ => {}
        }
        Ok(Progress::More)
    }

    fn count(&mut self, report: &Members<'_>) {
        let read = usage::read(report, Surface::Messages);
        self.usage = usage::latest(self.usage, read);
    }

    fn start_block(&mut self, event: &Members<'_>, sink: DeltaSink<'_>) {
        let index = event.count("index").unwrap_or_default();
        let block = self.blocks.entry(index).or_default();
        if block.start.is_some() {
            return;
        }
        block.start = kept(event.raw("content_block"));
        let Some(start) = event.members("content_block") else {
            return;
        };
        match start.text("type").as_deref() {
            Some("tool_use") => {
                let call = self.calls;
                self.calls += 1;
                block.call = Some(call);
                let name = start.text("name").unwrap_or_default();
                sink(Delta::ToolCall { index: call, name });
            }
            Some("text") => {
                if let Some(text) = start.full_text("text") {
                    sink(Delta::Text(text.clone()));
                    block.text = text;
                }
            }
            Some("thinking") => {
                if let Some(thinking) = start.full_text("thinking") {
                    sink(Delta::Reasoning(thinking.clone()));
                    block.thinking = thinking;
                }
            }
            _ => {}
        }
    }

    /// Whether a reason to stop has come.
    pub(in crate::wire) fn is_ended(&self) -> bool {
        self.end.is_some()
    }

    pub(in crate::wire) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(in crate::wire) fn into_response(self, origin: String) -> Result<Response, ModelError> {
        let mut body = Vec::new();
        let start = self.start.as_ref().map_or("{}", RawJson::as_str);
        let end = self.end.as_ref().map_or("{}", RawJson::as_str);
        object(&mut body, |body| {
            for (part, known) in [
                (start, &["content", "usage", "stop_reason"][..]),
                (end, &[][..]),
            ] {
                if let Ok(part) = Members::read(part) {
                    body.members(&part.rest(known));
                }
            }
            list(
                body.member("content"),
                self.blocks.values(),
                |out, block| {
                    object(out, |out| block.write(out));
                },
            );
        });
        let body = String::from_utf8_lossy(&body);
        let members = Members::read(&body)
            .map_err(|error| failure::no_object("the answer", &body, &error))?;
        let decoded = decode(&members, origin)?;
        let mut response =
            decoded.ok_or_else(|| failure::malformed("the stream is no answer", &body))?;
        response.usage = usage::totalled(self.usage);
        Ok(response)
    }
}

impl Block {
    fn add(&mut self, delta: &Members<'_>, sink: DeltaSink<'_>) {
        let mut piece = |key: &str, whole: &mut String, told: fn(String) -> Delta| {
            if let Some(piece) = delta.full_text(key) {
                whole.push_str(&piece);
                sink(told(piece));
            }
        };
        match delta.text("type").as_deref() {
            Some("text_delta") => piece("text", &mut self.text, Delta::Text),
            Some("thinking_delta") => piece("thinking", &mut self.thinking, Delta::Reasoning),
            Some("signature_delta") => {
                self.signature.extend(delta.full_text("signature"));
            }
            Some("input_json_delta") => {
                if let Some(piece) = delta.full_text("partial_json") {
                    self.input.push_str(&piece);
                    if let Some(index) = self.call {
                        sink(Delta::Arguments { index, text: piece });
                    }
                }
            }
            Some("citations_delta") => self.citations.extend(kept(delta.raw("citation"))),
            _ => {}
        }
    }

    /// Hands out the input of a call that no piece came of.
    fn hand_out_rest(&self, sink: DeltaSink<'_>) {
        let Some(index) = self.call.filter(|_| self.input.is_empty()) else {
            return;
        };
        let start = self.start.as_ref().map_or("{}", RawJson::as_str);
        let input = Members::read(start).ok().and_then(|start| {
            let input = start.raw("input")?.get();
            Some(input.to_owned())
        });
        let text = input.unwrap_or_else(|| "{}".to_owned());
        sink(Delta::Arguments { index, text });
    }

    /// The block as it would have come whole.
    fn write(&self, out: &mut Object<'_>) {
        let start = self.start.as_ref().map_or("{}", RawJson::as_str);
        let Ok(start) = Members::read(start) else {
            return;
        };
        let kind = start.text("type");
        let mut known = vec!["type"];
        if let Some(kind) = &kind {
            out.value("type", kind.as_str());
        }
        let mut text = |key: &'static str, whole: &str, out: &mut Object<'_>| {
            if !whole.is_empty() {
                known.push(key);
                out.value(key, whole);
            }
        };
        text("text", &self.text, out);
        text("thinking", &self.thinking, out);
        text("signature", &self.signature, out);
        // What it begins with is a placeholder (Q20). Ours is text until it is known to be JSON; of
        // what a server runs, what is no JSON was cut off.
        if kind.as_deref() == Some("tool_use") && !self.input.is_empty() {
            text("input", &self.input, out);
        } else if let Ok(input) = RawJson::parse(self.input.as_str()) {
            known.push("input");
            out.raw("input", input.as_str());
        }
        if !self.citations.is_empty() {
            known.push("citations");
            list(out.member("citations"), &self.citations, |out, citation| {
                out.extend_from_slice(citation.as_str().as_bytes());
            });
        }
        // An empty text is one all the same.
        for (key, value) in start.all(&known) {
            out.raw(key, value);
        }
    }
}

fn kept(value: Option<&serde_json::value::RawValue>) -> Option<RawJson> {
    value.and_then(crate::wire::members::keep)
}
