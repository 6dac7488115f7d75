//! A model that needs no network: a support desk's triage by rule, behind a real HTTP socket.
//!
//! It speaks the streamed form of OpenAI chat completions on the loopback interface, so that an
//! example takes the same path as it does with a real endpoint: sockets, server-sent events, tool
//! calls in pieces, usage in the last chunk.

use std::io;
use std::net::Ipv4Addr;

use axum::extract::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::post;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Starts the model on a free port and gives its base URL. It runs until the process ends.
///
/// # Errors
/// When no port of the loopback interface can be bound.
pub async fn start() -> io::Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    let app = axum::Router::new().route("/v1/chat/completions", post(complete));
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(format!("http://{address}/v1"))
}

async fn complete(Json(request): Json<Value>) -> impl IntoResponse {
    let messages = request["messages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let body = events(&next_turn(messages), &request["model"], messages.len());
    ([(CONTENT_TYPE, "text/event-stream")], body)
}

/// What the model does next.
enum Turn {
    Call {
        name: &'static str,
        arguments: Value,
    },
    Answer(Value),
}

/// The rule: load the ticket, deploy the release that fixes it, tell what was done.
fn next_turn(messages: &[Value]) -> Turn {
    let asked = messages.iter().find(|message| message["role"] == "user");
    let ticket_id = asked.and_then(ticket_in).unwrap_or_default();
    match (
        result_of(messages, "fetch_ticket"),
        result_of(messages, "deploy"),
    ) {
        (None, _) => Turn::Call {
            name: "fetch_ticket",
            arguments: json!({ "ticket_id": ticket_id }),
        },
        (Some(ticket), None) if ticket["fixed_in"].is_string() => Turn::Call {
            name: "deploy",
            arguments: json!({ "environment": "production", "release": ticket["fixed_in"] }),
        },
        (Some(ticket), deployed) => {
            let done = match deployed {
                Some(deployed) if deployed["error"].is_string() => {
                    "the release was not deployed".to_owned()
                }
                Some(deployed) => format!(
                    "release {} is live",
                    deployed["release"].as_str().unwrap_or("?")
                ),
                None => "nothing was deployed".to_owned(),
            };
            let title = ticket["title"].as_str().unwrap_or("unknown ticket");
            Turn::Answer(json!({
                "ticket_id": ticket_id,
                "priority": "high",
                "summary": format!("{title}: {done}"),
            }))
        }
    }
}

/// The first word of a user's message that looks like a ticket's id.
fn ticket_in(message: &Value) -> Option<String> {
    let content = &message["content"];
    let text = content.as_str().or_else(|| content[0]["text"].as_str())?;
    let word = text
        .split_whitespace()
        .find(|word| word.starts_with("T-"))?;
    Some(
        word.trim_end_matches(|c: char| c.is_ascii_punctuation())
            .to_owned(),
    )
}

/// The result of the last call of a tool, if the model has made one.
fn result_of(messages: &[Value], tool: &str) -> Option<Value> {
    let call = messages
        .iter()
        .flat_map(|message| message["tool_calls"].as_array().into_iter().flatten())
        .rfind(|call| call["function"]["name"] == tool)?;
    let result = messages
        .iter()
        .rfind(|message| message["tool_call_id"] == call["id"])?;
    serde_json::from_str(result["content"].as_str()?).ok()
}

/// The turn as server-sent events, in small pieces as a real model sends them.
fn events(turn: &Turn, model: &Value, turns: usize) -> String {
    let chunk = |choices: Value, usage: Value| {
        let chunk = json!({
            "id": format!("offline-{turns}"),
            "object": "chat.completion.chunk",
            "model": model,
            "choices": choices,
            "usage": usage,
        });
        format!("data: {chunk}\n\n")
    };
    let delta = |delta: Value, finish: Value| {
        chunk(
            json!([{ "index": 0, "delta": delta, "finish_reason": finish }]),
            Value::Null,
        )
    };
    let mut body = String::new();
    let (text, finish) = match turn {
        Turn::Call { name, arguments } => {
            let id = format!("call_{turns}");
            let start = json!({ "index": 0, "id": id, "type": "function", "function": { "name": name, "arguments": "" } });
            body += &delta(
                json!({ "role": "assistant", "tool_calls": [start] }),
                Value::Null,
            );
            for piece in pieces(&arguments.to_string()) {
                let more = json!({ "index": 0, "function": { "arguments": piece } });
                body += &delta(json!({ "tool_calls": [more] }), Value::Null);
            }
            (arguments.to_string(), "tool_calls")
        }
        Turn::Answer(answer) => {
            for piece in pieces(&answer.to_string()) {
                body += &delta(json!({ "content": piece }), Value::Null);
            }
            (answer.to_string(), "stop")
        }
    };
    body += &delta(json!({}), json!(finish));
    let (prompt, completion) = (20 * turns, text.len().div_ceil(4));
    let usage = json!({ "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion });
    body + &chunk(json!([]), usage) + "data: [DONE]\n\n"
}

/// A text in pieces of a few characters.
fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<_> = text.chars().collect();
    characters
        .chunks(7)
        .map(|piece| piece.iter().collect())
        .collect()
}
