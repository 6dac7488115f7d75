//! A request as a Messages body.

use super::citations;
use crate::content::Content;
use crate::item::{AssistantMessage, Item, Message, ToolResult};
use crate::model::{Request, ToolChoice, ToolDefinition};
use crate::wire::history::{History, Written};
use crate::wire::object::{Object, object};
use crate::wire::profile::Profile;
use crate::wire::surface::Surface;
use crate::wire::{answer_form, arguments, instructions, tools};

const USER: &str = "user";
const ASSISTANT: &str = "assistant";

/// ```text
/// Input   Request { model, instructions, tools, transcript, .. }
/// Output  {"model", "system", "tools", "messages": [..], <what may change from step to step>}
/// ```
pub(in crate::wire) fn encode(request: &Request, profile: &Profile, stream: bool) -> Vec<u8> {
    let tools = tools::rendered(&request.tools, Surface::Messages, tool);
    let origin = profile.origin(Surface::Messages);
    let mut body = Vec::with_capacity(tools.len() + 1024);
    request.memo.with(|history: &mut History| {
        let messages = request.transcript.messages();
        let written = history.extend(Surface::Messages, profile, messages, |written, message| {
            self::message(written, message, &origin);
        });
        object(&mut body, |body| {
            body.value("model", &request.model);
            body.optional("system", instructions::of(request, profile));
            if !tools.is_empty() {
                body.member("tools").extend_from_slice(&tools);
            }
            written.list(body.member("messages"), None::<fn(&mut Vec<u8>)>);
            settings(body, request, profile);
            body.optional("stream", stream.then_some(true));
        });
    });
    body
}

fn settings(body: &mut Object<'_>, request: &Request, profile: &Profile) {
    body.value(
        "max_tokens",
        &request
            .sampling
            .max_output_tokens
            .unwrap_or(profile.default_max_tokens),
    );
    if !request.tools.definitions().is_empty() {
        let choice = match request.tool_choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "any",
            ToolChoice::None => "none",
        };
        body.object("tool_choice", |member| member.value("type", choice));
    }
    if let Some(answer) = answer_form::on_wire(request, profile) {
        body.object("output_config", |config| {
            config.object("format", |format| {
                format.value("type", "json_schema");
                format.raw("schema", answer.schema.as_str());
            });
        });
    }
    body.optional("temperature", request.sampling.temperature);
    body.optional("top_p", request.sampling.top_p);
}

fn tool(out: &mut Vec<u8>, definition: &ToolDefinition) {
    object(out, |tool| {
        tool.value("name", &definition.name);
        if !definition.description.is_empty() {
            tool.value("description", &definition.description);
        }
        tool.raw("input_schema", definition.input_schema.as_str());
    });
}

/// Results of tools and the user's words are both of the user: one message, results first, in the
/// order of the transcript (Q59).
fn message(written: &mut Written, message: &Message, origin: &str) {
    match message {
        Message::User(contents) => {
            for Content::Text(content) in contents.iter() {
                text(written, USER, content);
            }
        }
        Message::Assistant(answer) => assistant(written, answer, origin),
        Message::Tool(results) => {
            for result in results.iter() {
                written.block(USER, |out| tool_result(out, result));
            }
        }
    }
}

/// Blank text is left out, because the whole request is refused with it.
fn text(written: &mut Written, role: &'static str, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    written.block(role, |out| {
        object(out, |block| {
            block.value("type", "text");
            block.value("text", text);
        });
    });
}

fn tool_result(out: &mut Vec<u8>, result: &ToolResult) {
    object(out, |block| {
        block.value("type", "tool_result");
        block.value("tool_use_id", &result.provider_id);
        block.value("content", &result.output.to_text());
        if result.is_error {
            block.value("is_error", &true);
        }
    });
}

fn assistant(written: &mut Written, answer: &AssistantMessage, origin: &str) {
    let is_ours = answer.origin.as_deref() == Some(origin);
    for (index, item) in answer.items.iter().enumerate() {
        match item {
            Item::Text(content) => match citations::of(answer, index).filter(|_| is_ours) {
                None => text(written, ASSISTANT, content),
                Some(fields) => written.block(ASSISTANT, |out| {
                    object(out, |block| {
                        block.value("type", "text");
                        block.value("text", content);
                        block.members(fields);
                    });
                }),
            },
            // An endpoint of this surface explains a refusal beside the content, not in it.
            Item::Refusal(_) if is_ours => {}
            Item::Refusal(content) => text(written, ASSISTANT, content),
            Item::ToolCall(call) => written.block(ASSISTANT, |out| {
                object(out, |block| {
                    block.value("type", "tool_use");
                    block.value("id", &call.provider_id);
                    block.value("name", &call.name);
                    block.raw("input", &arguments::echoed(call));
                    if is_ours {
                        block.members(&call.extra);
                    }
                });
            }),
            Item::Reasoning(reasoning) => {
                if let Some(raw) = reasoning.raw.as_ref().filter(|_| is_ours) {
                    written.block(ASSISTANT, |out| {
                        out.extend_from_slice(raw.as_str().as_bytes())
                    });
                }
            }
            Item::Opaque(raw) if is_ours => {
                written.block(ASSISTANT, |out| {
                    out.extend_from_slice(raw.as_str().as_bytes())
                });
            }
            Item::Opaque(_) => {}
        }
    }
}
