//! A request as a chat-completions body.

use std::borrow::Cow;

use crate::content::Content;
use crate::item::{AssistantMessage, Item, Message, ToolCall, ToolResult};
use crate::model::{Request, ToolChoice, ToolDefinition};
use crate::wire::history::{History, Written};
use crate::wire::object::{Object, list, object};
use crate::wire::profile::{Profile, ReasoningEcho};
use crate::wire::surface::Surface;
use crate::wire::{answer_form, arguments, instructions, tools};

/// ```text
/// Input   Request { model, instructions, tools, transcript, .. }
/// Output  {"model", "tools", "messages": [system, ..], <what may change from step to step>}
/// ```
pub(in crate::wire) fn encode(request: &Request, profile: &Profile, stream: bool) -> Vec<u8> {
    let tools = tools::rendered(&request.tools, Surface::ChatCompletions, tool);
    let system = instructions::of(request, profile);
    let origin = profile.origin(Surface::ChatCompletions);
    let mut body = Vec::with_capacity(tools.len() + 1024);
    request.memo.with(|history: &mut History| {
        let messages = request.transcript.messages();
        let written = history.extend(
            Surface::ChatCompletions,
            profile,
            messages,
            |written, message| {
                self::message(written, message, profile.reasoning_echo, &origin);
            },
        );
        object(&mut body, |body| {
            body.value("model", &request.model);
            if !tools.is_empty() {
                body.member("tools").extend_from_slice(&tools);
            }
            let system = system.map(|text| {
                move |out: &mut Vec<u8>| {
                    object(out, |system| {
                        system.value("role", &profile.system_role);
                        system.value("content", &text);
                    });
                }
            });
            written.list(body.member("messages"), system);
            settings(body, request, profile, stream);
        });
    });
    body
}

fn settings(body: &mut Object<'_>, request: &Request, profile: &Profile, stream: bool) {
    if !request.tools.definitions().is_empty() {
        let choice = match request.tool_choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "required",
            ToolChoice::None => "none",
        };
        body.value("tool_choice", choice);
    }
    if let Some(answer) = answer_form::on_wire(request, profile) {
        body.object("response_format", |format| {
            format.value("type", "json_schema");
            format.object("json_schema", |form| {
                form.value("name", &answer.name);
                form.raw("schema", answer.schema.as_str());
                form.value("strict", &false);
            });
        });
    }
    body.optional(
        &profile.max_tokens_field,
        request.sampling.max_output_tokens,
    );
    body.optional("temperature", request.sampling.temperature);
    body.optional("top_p", request.sampling.top_p);
    if stream {
        body.value("stream", &true);
        if profile.stream_usage {
            body.object("stream_options", |options| {
                options.value("include_usage", &true)
            });
        }
    }
}

fn tool(out: &mut Vec<u8>, definition: &ToolDefinition) {
    object(out, |tool| {
        tool.value("type", "function");
        tool.object("function", |function| {
            function.value("name", &definition.name);
            if !definition.description.is_empty() {
                function.value("description", &definition.description);
            }
            function.raw("parameters", definition.input_schema.as_str());
        });
    });
}

fn message(written: &mut Written, message: &Message, echo: ReasoningEcho, origin: &str) {
    match message {
        Message::User(parts) => written.item(|out| user(out, parts)),
        Message::Assistant(answer) => written.item(|out| assistant(out, answer, echo, origin)),
        Message::Tool(results) => {
            for result in results.iter() {
                written.item(|out| tool_result(out, result));
            }
        }
    }
}

fn user(out: &mut Vec<u8>, parts: &[Content]) {
    object(out, |message| {
        message.value("role", "user");
        if let [Content::Text(text)] = parts {
            message.value("content", text);
        } else {
            list(
                message.member("content"),
                parts,
                |out, Content::Text(text)| {
                    object(out, |part| {
                        part.value("type", "text");
                        part.value("text", text);
                    });
                },
            );
        }
    });
}

fn tool_result(out: &mut Vec<u8>, result: &ToolResult) {
    object(out, |message| {
        message.value("role", "tool");
        message.value("tool_call_id", &result.provider_id);
        message.value("content", &result.output.to_text());
    });
}

fn assistant(out: &mut Vec<u8>, answer: &AssistantMessage, echo: ReasoningEcho, origin: &str) {
    let is_ours = answer.origin.as_deref() == Some(origin);
    let calls: Vec<_> = answer.calls().collect();
    object(out, |message| {
        message.value("role", "assistant");
        if is_ours
            && (echo == ReasoningEcho::Always
                || echo == ReasoningEcho::ToolTurns && !calls.is_empty())
        {
            reasoning(message, answer);
        }
        content(message, answer, is_ours, calls.is_empty());
        if !calls.is_empty() {
            list(message.member("tool_calls"), calls, |out, call| {
                tool_call(out, call, is_ours)
            });
        }
        if is_ours {
            message.members(&answer.extra);
        }
    });
}

/// Text beside calls or a refusal is left out if it is empty (Q66).
fn content(message: &mut Object<'_>, answer: &AssistantMessage, is_ours: bool, has_no_calls: bool) {
    let mut text = answer.text();
    if let Some(refusal) = answer.refusal() {
        if is_ours {
            message.value("content", &Some(text).filter(|text| !text.is_empty()));
            message.value("refusal", refusal);
            return;
        }
        text.push_str(refusal);
    }
    if has_no_calls || !text.is_empty() {
        message.value("content", &text);
    }
}

/// Writes the members that the reasoning came in; `null` stands for its readable text.
fn reasoning(message: &mut Object<'_>, answer: &AssistantMessage) {
    let reasoning = answer.items.iter().find_map(|item| match item {
        Item::Reasoning(reasoning) => Some((reasoning, reasoning.raw.as_ref()?)),
        _ => None,
    });
    let Some((reasoning, raw)) = reasoning else {
        return;
    };
    for (key, value) in super::reasoning::members(raw) {
        match value {
            None => message.value(&key, &reasoning.text),
            Some(value) => message.raw(&key, value.get()),
        }
    }
}

fn tool_call(out: &mut Vec<u8>, call: &ToolCall, is_ours: bool) {
    const FUNCTION: &str = "function";
    object(out, |member| {
        member.value("id", &call.provider_id);
        member.value("type", FUNCTION);
        member.object(FUNCTION, |function| {
            function.value("name", &call.name);
            function.value::<Cow<'_, str>>("arguments", &arguments::echoed(call));
            if is_ours
                && let Some(extra) = call.extra.get(FUNCTION).and_then(|extra| extra.as_object())
            {
                function.members(extra);
            }
        });
        if is_ours {
            for (key, value) in call.extra.iter().filter(|(key, _)| *key != FUNCTION) {
                member.value(key, value);
            }
        }
    });
}
