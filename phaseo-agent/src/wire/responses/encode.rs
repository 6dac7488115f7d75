//! A request as a Responses body.

use std::borrow::Cow;

use super::parts::{self, Part};
use crate::content::Content;
use crate::item::{AssistantMessage, Item, Message, ToolCall};
use crate::model::{Request, ToolChoice, ToolDefinition};
use crate::wire::history::{History, Written};
use crate::wire::object::{Object, list, object};
use crate::wire::profile::Profile;
use crate::wire::surface::Surface;
use crate::wire::{answer_form, arguments, instructions, tools};

/// ```text
/// Input   Request { model, instructions, tools, transcript, .. }
/// Output  {"model", "instructions", "tools", "input": [..], <what may change from step to step>}
/// ```
pub(in crate::wire) fn encode(request: &Request, profile: &Profile, stream: bool) -> Vec<u8> {
    let tools = tools::rendered(&request.tools, Surface::Responses, tool);
    let origin = profile.origin(Surface::Responses);
    let mut body = Vec::with_capacity(tools.len() + 1024);
    request.memo.with(|history: &mut History| {
        let messages = request.transcript.messages();
        let written = history.extend(Surface::Responses, profile, messages, |written, message| {
            self::message(written, message, &origin);
        });
        object(&mut body, |body| {
            body.value("model", &request.model);
            body.optional("instructions", instructions::of(request, profile));
            if !tools.is_empty() {
                body.member("tools").extend_from_slice(&tools);
            }
            written.list(body.member("input"), None::<fn(&mut Vec<u8>)>);
            settings(body, request, profile);
            body.optional("stream", stream.then_some(true));
        });
    });
    body
}

fn settings(body: &mut Object<'_>, request: &Request, profile: &Profile) {
    if !request.tools.definitions().is_empty() {
        let choice = match request.tool_choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "required",
            ToolChoice::None => "none",
        };
        body.value("tool_choice", choice);
    }
    if let Some(answer) = answer_form::on_wire(request, profile) {
        body.object("text", |text| {
            text.object("format", |format| {
                format.value("type", "json_schema");
                format.value("name", &answer.name);
                format.raw("schema", answer.schema.as_str());
                format.value("strict", &false);
            });
        });
    }
    body.optional("max_output_tokens", request.sampling.max_output_tokens);
    body.optional("temperature", request.sampling.temperature);
    body.optional("top_p", request.sampling.top_p);
}

fn tool(out: &mut Vec<u8>, definition: &ToolDefinition) {
    object(out, |tool| {
        tool.value("type", "function");
        tool.value("name", &definition.name);
        if !definition.description.is_empty() {
            tool.value("description", &definition.description);
        }
        tool.raw("parameters", definition.input_schema.as_str());
        // Here the default is strict, which few schemas can be.
        tool.value("strict", &false);
    });
}

fn message(written: &mut Written, message: &Message, origin: &str) {
    match message {
        Message::User(contents) => written.item(|out| user(out, contents)),
        Message::Assistant(answer) => assistant(written, answer, origin),
        Message::Tool(results) => {
            for result in results.iter() {
                written.item(|out| {
                    object(out, |item| {
                        item.value("type", "function_call_output");
                        item.value("call_id", &result.provider_id);
                        item.value("output", &result.output.to_text());
                    });
                });
            }
        }
    }
}

fn user(out: &mut Vec<u8>, contents: &[Content]) {
    object(out, |message| {
        message.value("type", "message");
        message.value("role", "user");
        if let [Content::Text(text)] = contents {
            message.value("content", text);
        } else {
            list(
                message.member("content"),
                contents,
                |out, Content::Text(text)| {
                    object(out, |part| {
                        part.value("type", "input_text");
                        part.value("text", text);
                    });
                },
            );
        }
    });
}

fn assistant(written: &mut Written, answer: &AssistantMessage, origin: &str) {
    let is_ours = answer.origin.as_deref() == Some(origin);
    for part in parts::of(answer, is_ours) {
        match part {
            Part::Item(Item::ToolCall(call)) => {
                written.item(|out| function_call(out, call, is_ours))
            }
            Part::Item(Item::Opaque(raw)) if is_ours => {
                written.item(|out| out.extend_from_slice(raw.as_str().as_bytes()));
            }
            Part::Item(Item::Reasoning(reasoning)) if is_ours => {
                if let Some(raw) = &reasoning.raw {
                    written.item(|out| out.extend_from_slice(raw.as_str().as_bytes()));
                }
            }
            Part::Item(_) => {}
            Part::Message(items, fields) => written.item(|out| {
                object(out, |message| {
                    message.value("type", "message");
                    message.value("role", "assistant");
                    match fields {
                        Some(fields) => {
                            list(message.member("content"), items, content);
                            message.members(fields);
                        }
                        None => message.value("content", &spoken(items)),
                    }
                });
            }),
        }
    }
}

/// One part of a message that goes back as it came.
fn content(out: &mut Vec<u8>, item: &Item) {
    match item {
        Item::Refusal(text) => object(out, |part| {
            part.value("type", "refusal");
            part.value("refusal", text);
        }),
        Item::Opaque(raw) => out.extend_from_slice(raw.as_str().as_bytes()),
        item => object(out, |part| {
            part.value("type", "output_text");
            part.value("text", &spoken(std::slice::from_ref(item)));
            part.raw("annotations", "[]");
        }),
    }
}

fn spoken(items: &[Item]) -> String {
    items
        .iter()
        .filter_map(|item| match item {
            Item::Text(text) | Item::Refusal(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

fn function_call(out: &mut Vec<u8>, call: &ToolCall, is_ours: bool) {
    object(out, |item| {
        item.value("type", "function_call");
        item.value("call_id", &call.provider_id);
        item.value("name", &call.name);
        item.value::<Cow<'_, str>>("arguments", &arguments::echoed(call));
        if is_ours {
            item.members(&call.extra);
        }
    });
}
