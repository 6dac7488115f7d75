//! Tool calls put together from their pieces.
//!
//! ```text
//! {index:0, id:"c1", function:{name:"f"}}   a key that is new                    → open a call
//! {index:0, function:{arguments:"{\"n\""}}  the key of an open call              → continue it
//! {id:"c1", function:{arguments:":1}"}}     no index: the id decides (Q4)        → continue it
//! {function:{arguments:""}}                 neither: the call opened last        → continue it
//! ```
//!
//! A call is never final because its JSON happens to parse (Q17): it is when its message ends.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::item::ToolCall;
use crate::model::{Delta, DeltaSink, ModelError, ModelErrorKind};
use crate::wire::limit;
use crate::wire::members::{Members, text};

/// The calls of one answer, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls(Vec<Open>);

#[derive(Clone, Debug, Default)]
struct Open {
    index: Option<u64>,
    call: Call,
    is_announced: bool,
    /// How much of the arguments was handed out.
    handed: usize,
}

#[derive(Clone, Debug, Default)]
struct Call {
    id: String,
    name: String,
    arguments: String,
    extra: Map<String, Value>,
}

/// One entry of `tool_calls`.
struct Piece {
    index: Option<u64>,
    is_object: bool,
    call: Call,
}

impl Calls {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the whole calls of a whole message.
    pub(super) fn add_whole(&mut self, calls: &[&RawValue]) -> Result<(), ModelError> {
        for call in calls {
            if let Some(Piece { index, call, .. }) = Piece::read(call) {
                self.open(Open {
                    index,
                    call,
                    ..Open::default()
                })?;
            }
        }
        Ok(())
    }

    /// Takes the pieces of one chunk.
    pub(super) fn add_pieces(
        &mut self,
        pieces: &[&RawValue],
        sink: DeltaSink<'_>,
    ) -> Result<(), ModelError> {
        for (place, piece) in pieces.iter().enumerate() {
            let Some(piece) = Piece::read(piece) else {
                continue;
            };
            let position = match self.position(&piece, place) {
                Some(position) => {
                    self.0[position].join(piece);
                    position
                }
                None => {
                    let Piece { index, call, .. } = piece;
                    self.open(Open {
                        index,
                        call,
                        ..Open::default()
                    })?;
                    self.0.len() - 1
                }
            };
            if !self.0[position].call.arguments.trim().is_empty() {
                self.0[position].hand_out(position, sink);
            }
        }
        Ok(())
    }

    /// Hands out what was held back: a call without arguments is known only at the end.
    pub(super) fn hand_out_rest(&mut self, sink: DeltaSink<'_>) {
        for (position, open) in self.0.iter_mut().enumerate() {
            open.hand_out(position, sink);
        }
    }

    /// The calls, each once even if the provider sent it twice (Q9).
    pub(super) fn into_calls(self) -> Vec<ToolCall> {
        let mut calls: Vec<ToolCall> = Vec::with_capacity(self.0.len());
        for Open { call, .. } in self.0 {
            let mut whole = ToolCall::new(call.id, call.name, call.arguments);
            whole.extra = call.extra;
            let is_repeated = !whole.id.is_empty()
                && calls.iter().any(|old| {
                    (&old.id, &old.name, &old.arguments)
                        == (&whole.id, &whole.name, &whole.arguments)
                });
            if !is_repeated {
                calls.push(whole);
            }
        }
        calls
    }

    fn open(&mut self, call: Open) -> Result<(), ModelError> {
        if self.0.len() == limit::CALLS {
            let message = format!("the answer has more than {} tool calls", limit::CALLS);
            return Err(ModelError::new(ModelErrorKind::Malformed, message));
        }
        self.0.push(call);
        Ok(())
    }

    /// The call that `piece` continues. `place` is its place in the chunk.
    fn position(&self, piece: &Piece, place: usize) -> Option<usize> {
        let Call { id, name, .. } = &piece.call;
        if let Some(index) = piece.index {
            // Indexes are keys, not positions (Q16). Endpoints that give every call the index 0
            // tell them apart by id, and only a first piece has a name.
            let position = self.0.iter().rposition(|open| open.index == Some(index))?;
            let known = &self.0[position].call.id;
            let is_other = !id.is_empty() && !known.is_empty() && id != known && !name.is_empty();
            return if is_other {
                self.0.iter().position(|open| open.call.id == *id)
            } else {
                Some(position)
            };
        }
        if !id.is_empty() {
            let unnamed = || {
                self.0
                    .iter()
                    .rposition(|open| open.call.id.is_empty() && name.is_empty())
            };
            return self
                .0
                .iter()
                .position(|open| open.call.id == *id)
                .or_else(unnamed);
        }
        let last = self.0.len().checked_sub(1)?;
        let call = &self.0[last].call;
        let is_next_of_list = place > 0 && !name.is_empty();
        let is_other = !name.is_empty()
            && *name != call.name
            && !call.arguments.is_empty()
            && !call.name.is_empty();
        (!is_next_of_list && !is_other && !piece.is_object).then_some(last)
    }
}

impl Open {
    fn join(&mut self, piece: Piece) {
        let Piece {
            index,
            is_object,
            call,
        } = piece;
        self.index = self.index.or(index);
        if self.call.id.is_empty() {
            self.call.id = call.id;
        }
        // A name comes in pieces (Q11), or whole again with every chunk (Q12).
        if call.name != self.call.name {
            self.call.name.push_str(&call.name);
        }
        if !(is_object && call.arguments == self.call.arguments) {
            self.call.arguments.push_str(&call.arguments);
        }
        for (key, value) in call.extra {
            self.call.extra.insert(key, value);
        }
    }

    /// Hands out the name, once it is known (Q13), and the arguments so far.
    fn hand_out(&mut self, index: usize, sink: DeltaSink<'_>) {
        if self.call.name.is_empty() {
            return;
        }
        if !std::mem::replace(&mut self.is_announced, true) {
            sink(Delta::ToolCall {
                index,
                name: self.call.name.clone(),
            });
        }
        let text = &self.call.arguments[self.handed..];
        if !text.is_empty() {
            sink(Delta::Arguments {
                index,
                text: text.to_owned(),
            });
        }
        self.handed = self.call.arguments.len();
    }
}

impl Piece {
    /// Reads an entry; one that says nothing is none.
    fn read(entry: &RawValue) -> Option<Self> {
        let entry = Members::read(entry.get()).ok()?;
        let function = entry.members("function");
        let mut extra = entry.rest(&["index", "id", "type", "function"]);
        let mut call = Call {
            id: entry.text("id").unwrap_or_default(),
            ..Call::default()
        };
        let mut is_object = false;
        if let Some(function) = function {
            call.name = function.text("name").unwrap_or_default();
            if let Some(arguments) = function.raw("arguments") {
                // An object instead of its text (Q19).
                is_object = !arguments.get().starts_with('"');
                call.arguments = text(arguments).unwrap_or_else(|| arguments.get().to_owned());
            }
            let rest = function.rest(&["name", "arguments"]);
            if !rest.is_empty() {
                extra.insert("function".to_owned(), Value::Object(rest));
            }
        }
        call.extra = extra;
        let says_nothing = call.id.is_empty()
            && call.name.is_empty()
            && call.arguments.is_empty()
            && call.extra.is_empty();
        (!says_nothing).then(|| Self {
            index: entry.count("index"),
            is_object,
            call,
        })
    }
}
