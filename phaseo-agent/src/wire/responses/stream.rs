//! A stream of Responses events as an answer.
//!
//! The last event holds the whole response, and that is what is decoded: a stream and its whole twin are
//! the same by construction. Where its output is missing, or the stream broke off, the items are put
//! together from what came of each.

use super::decode::decode;
use crate::json::RawJson;
use crate::model::{Delta, DeltaSink, ModelError, Response};
use crate::wire::failure;
use crate::wire::members::{Members, keep};
use crate::wire::object::{Object, list, object};
use crate::wire::stream::Progress;

/// The answer, while it comes.
#[derive(Debug, Default)]
pub(in crate::wire) struct Stream {
    /// The response as it was told last.
    response: Option<RawJson>,
    items: Vec<Item>,
    /// How many of them are calls of ours.
    calls: usize,
    is_ended: bool,
}

/// An item of the output, as far as it has come.
#[derive(Debug, Default)]
struct Item {
    /// Its place and its id: some endpoints tell only one of the two.
    index: Option<u64>,
    id: Option<String>,
    /// The item as it began, then as it ended.
    whole: Option<RawJson>,
    is_done: bool,
    /// The position among the calls, if it is one.
    call: Option<usize>,
    text: String,
    refusal: String,
    reasoning: String,
    arguments: String,
}

impl Stream {
    pub(in crate::wire) fn add(
        &mut self,
        event: &Members<'_>,
        name: &str,
        sink: DeltaSink<'_>,
    ) -> Result<Progress, ModelError> {
        let kind = event.full_text("type");
        let kind = kind.as_deref().unwrap_or(name);
        if let Some(response) = event.members("response") {
            if let Some(error) = failure::inside(&response) {
                return Err(error);
            }
            self.response = event.raw("response").and_then(keep);
        }
        match kind {
            "response.completed"
            | "response.incomplete"
            | "response.cancelled"
            | "response.failed"
            | "response.done" => {
                self.is_ended = true;
                return Ok(Progress::Done);
            }
            "response.output_item.added" | "response.output_item.done" => {
                self.add_item(event, kind.ends_with("done"), sink);
            }
            "response.output_text.delta" => {
                self.piece(
                    event,
                    |item| &mut item.text,
                    |_, text| Some(Delta::Text(text)),
                    sink,
                );
            }
            "response.refusal.delta" => {
                let told = |_: &Item, text| Some(Delta::Refusal(text));
                self.piece(event, |item| &mut item.refusal, told, sink);
            }
            "response.reasoning_summary_text.delta"
            | "response.reasoning_text.delta"
            | "response.reasoning.delta" => {
                let told = |_: &Item, text| Some(Delta::Reasoning(text));
                self.piece(event, |item| &mut item.reasoning, told, sink);
            }
            "response.function_call_arguments.delta" => {
                let told = |item: &Item, text| {
                    let index = item.call?;
                    Some(Delta::Arguments { index, text })
                };
                self.piece(event, |item| &mut item.arguments, told, sink);
            }
            _ => {}
        }
        Ok(Progress::More)
    }

    /// The item that an event is about.
    fn item(&mut self, event: &Members<'_>) -> &mut Item {
        let item = event.members("item");
        let id = event
            .full_text("item_id")
            .or_else(|| item.as_ref()?.full_text("id"));
        let index = event.count("output_index");
        let is_it = |known: &Item| match (known.index, index) {
            (Some(known), Some(index)) => known == index,
            _ => id.is_some() && known.id == id,
        };
        let at = self.items.iter().position(is_it).or_else(|| {
            // A piece that says nothing of its item is of the last one.
            let is_piece = event.raw("delta").is_some();
            let says_nothing = index.is_none() && id.is_none();
            (is_piece && says_nothing)
                .then(|| self.items.len().checked_sub(1))
                .flatten()
        });
        let at = at.unwrap_or_else(|| {
            self.items.push(Item {
                index,
                id: id.clone(),
                ..Item::default()
            });
            self.items.len() - 1
        });
        &mut self.items[at]
    }

    fn add_item(&mut self, event: &Members<'_>, is_done: bool, sink: DeltaSink<'_>) {
        let Some(members) = event.members("item") else {
            return;
        };
        let calls = self.calls;
        let item = self.item(event);
        item.whole = event.raw("item").and_then(keep);
        item.is_done |= is_done;
        if members.text("type").as_deref() != Some("function_call") {
            return;
        }
        let index = *item.call.get_or_insert(calls);
        let is_new = index == calls;
        if is_new {
            let name = members.text("name").unwrap_or_default();
            sink(Delta::ToolCall { index, name });
        }
        // What was not told in pieces is told at once.
        let arguments = members.text("arguments").unwrap_or_default();
        let rest = arguments.strip_prefix(item.arguments.as_str());
        if let Some(rest) = rest.filter(|rest| is_done && !rest.is_empty()) {
            let text = rest.to_owned();
            item.arguments.push_str(&text);
            sink(Delta::Arguments { index, text });
        }
        self.calls += usize::from(is_new);
    }

    fn piece(
        &mut self,
        event: &Members<'_>,
        whole: fn(&mut Item) -> &mut String,
        told: impl Fn(&Item, String) -> Option<Delta>,
        sink: DeltaSink<'_>,
    ) {
        let Some(piece) = event.full_text("delta") else {
            return;
        };
        let item = self.item(event);
        whole(item).push_str(&piece);
        if let Some(delta) = told(item, piece) {
            sink(delta);
        }
    }

    /// Whether the response has come that ends it.
    pub(in crate::wire) fn is_ended(&self) -> bool {
        self.is_ended
    }

    pub(in crate::wire) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(in crate::wire) fn into_response(self, origin: String) -> Result<Response, ModelError> {
        let response = self.response.as_ref().map_or("{}", RawJson::as_str);
        let told = Members::read(response)
            .map_err(|error| failure::no_object("the answer", response, &error))?;
        let has_output = told.list("output").is_some_and(|output| !output.is_empty());
        let mut body = Vec::new();
        if has_output || self.items.is_empty() && told.raw("output").is_some() {
            body.extend_from_slice(response.as_bytes());
        } else {
            object(&mut body, |body| {
                for (key, value) in told.all(&["output"]) {
                    body.raw(key, value);
                }
                list(body.member("output"), &self.items, |out, item| {
                    object(out, |out| item.write(out));
                });
            });
        }
        let body = String::from_utf8_lossy(&body);
        let members = Members::read(&body)
            .map_err(|error| failure::no_object("the answer", &body, &error))?;
        let decoded = decode(&members, origin)?;
        decoded.ok_or_else(|| failure::malformed("the stream is no answer", &body))
    }
}

impl Item {
    /// The item as it would have come whole.
    fn write(&self, out: &mut Object<'_>) {
        let whole = self.whole.as_ref().map_or("{}", RawJson::as_str);
        let Ok(whole) = Members::read(whole) else {
            return;
        };
        let kind = whole.text("type");
        let mut known = Vec::new();
        if !self.is_done {
            let parts = [
                ("output_text", "text", &self.text),
                ("refusal", "refusal", &self.refusal),
            ];
            let parts: Vec<_> = parts.iter().filter(|(.., text)| !text.is_empty()).collect();
            if !parts.is_empty() {
                known.extend(["type", "content"]);
                out.value("type", "message");
                list(out.member("content"), parts, |out, (kind, key, text)| {
                    object(out, |part| {
                        part.value("type", kind);
                        part.value(key, text.as_str());
                    });
                });
            }
            if !self.reasoning.is_empty() {
                known.extend(["type", "summary"]);
                out.value("type", "reasoning");
                list(out.member("summary"), [&self.reasoning], |out, text| {
                    object(out, |part| {
                        part.value("type", "summary_text");
                        part.value("text", text.as_str());
                    });
                });
            }
            if kind.as_deref() == Some("function_call") {
                known.extend(["arguments", "status"]);
                out.value("arguments", self.arguments.as_str());
                out.value("status", "incomplete");
            }
        }
        for (key, value) in whole.all(&known) {
            out.raw(key, value);
        }
    }
}
