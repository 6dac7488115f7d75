//! A model that needs no network: it answers by a script or by a rule, behind a real HTTP socket.
//!
//! It speaks the streamed form of OpenAI chat completions on the loopback interface, so that an
//! example takes the same path as it does with a real endpoint: sockets, server-sent events, tool
//! calls in pieces, usage in the last chunk.

use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use axum::extract::Json;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use phaseo_agent::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A client of a model that gives these answers, one after the other.
///
/// # Errors
/// When no port of the loopback interface can be bound.
pub async fn client(
    script: impl IntoIterator<Item = Turn, IntoIter: Send + 'static>,
) -> anyhow::Result<Client> {
    let script = Mutex::new(script.into_iter());
    let next = move |_: &Question| script.lock().ok()?.next();
    let base_url = serve(next).await?;
    Ok(Client::builder().base_url(base_url).build()?)
}

/// A client of a model that answers by a rule.
///
/// # Errors
/// When no port of the loopback interface can be bound.
pub async fn client_by(
    rule: impl Fn(&Question) -> Turn + Send + Sync + 'static,
) -> anyhow::Result<Client> {
    let base_url = start(rule).await?;
    Ok(Client::builder().base_url(base_url).build()?)
}

/// Starts a model that answers by a rule, and gives its base URL. It runs until the process ends.
///
/// # Errors
/// When no port of the loopback interface can be bound.
pub async fn start(rule: impl Fn(&Question) -> Turn + Send + Sync + 'static) -> io::Result<String> {
    serve(move |question| Some(rule(question))).await
}

/// What the model does next: see [`text`] and [`call`].
#[derive(Clone, Debug)]
pub struct Turn {
    text: String,
    calls: Vec<(String, Value)>,
}

/// The model answers with this text, or with this JSON.
#[must_use]
pub fn text(text: impl ToString) -> Turn {
    Turn {
        text: text.to_string(),
        calls: Vec::new(),
    }
}

/// The model calls a tool.
#[must_use]
pub fn call(tool: &str, input: Value) -> Turn {
    text("").and_call(tool, input)
}

impl Turn {
    /// And in the same turn this one.
    #[must_use]
    pub fn and_call(mut self, tool: &str, input: Value) -> Self {
        self.calls.push((tool.to_owned(), input));
        self
    }
}

/// What the model is asked, as it came over the wire.
#[derive(Debug)]
pub struct Question(Value);

impl Question {
    /// What the user said first.
    #[must_use]
    pub fn user(&self) -> &str {
        let user = self.messages().iter().find(|said| said["role"] == "user");
        let content = user.map_or(&Value::Null, |user| &user["content"]);
        let text = content.as_str().or_else(|| content[0]["text"].as_str());
        text.unwrap_or_default()
    }

    /// The result of the last call of a tool, if the model has made one.
    #[must_use]
    pub fn result_of(&self, tool: &str) -> Option<Value> {
        let calls = self.calls();
        let call = calls
            .iter()
            .rfind(|call| call["function"]["name"] == tool)?;
        let result = self
            .messages()
            .iter()
            .rfind(|message| message["tool_call_id"] == call["id"])?;
        serde_json::from_str(result["content"].as_str()?).ok()
    }

    /// The calls that the model has made in this conversation.
    #[must_use]
    pub fn calls(&self) -> Vec<&Value> {
        self.messages()
            .iter()
            .filter_map(|message| message["tool_calls"].as_array())
            .flatten()
            .collect()
    }

    /// Whether the model may call a tool now.
    #[must_use]
    pub fn allows_calls(&self) -> bool {
        self.0["tool_choice"] != "none"
    }

    fn messages(&self) -> &[Value] {
        let messages = self.0["messages"].as_array();
        messages.map(Vec::as_slice).unwrap_or_default()
    }
}

async fn serve(
    script: impl Fn(&Question) -> Option<Turn> + Send + Sync + 'static,
) -> io::Result<String> {
    let script = Arc::new(script);
    let complete = move |Json(request): Json<Value>| {
        let script = Arc::clone(&script);
        async move {
            let question = Question(request);
            match script(&question) {
                Some(turn) => events(&turn, &question),
                None => end_of_script(),
            }
        }
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    let app = axum::Router::new().route("/v1/chat/completions", post(complete));
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(format!("http://{address}/v1"))
}

fn end_of_script() -> Response {
    let error = json!({ "error": { "message": "the script has no more answers" } });
    (StatusCode::BAD_REQUEST, Json(error)).into_response()
}

/// The turn as server-sent events, in small pieces as a real model sends them.
fn events(turn: &Turn, question: &Question) -> Response {
    let chunk = |choices: Value, usage: Value| {
        let chunk = json!({
            "id": "offline",
            "object": "chat.completion.chunk",
            "model": question.0["model"],
            "choices": choices,
            "usage": usage,
        });
        format!("data: {chunk}\n\n")
    };
    let delta = |delta: Value, finish: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
        chunk(json!([choice]), Value::Null)
    };
    let call = |index: usize, mut call: Value| {
        call["index"] = index.into();
        delta(json!({ "tool_calls": [call] }), Value::Null)
    };

    let mut body = String::new();
    let mut written = turn.text.len();
    for piece in pieces(&turn.text) {
        body += &delta(json!({ "content": piece }), Value::Null);
    }
    let first = question.calls().len() + 1;
    for (index, (name, input)) in turn.calls.iter().enumerate() {
        let (id, input) = (format!("call_{}", first + index), input.to_string());
        let function = json!({ "name": name, "arguments": "" });
        body += &call(
            index,
            json!({ "id": id, "type": "function", "function": function }),
        );
        for piece in pieces(&input) {
            body += &call(index, json!({ "function": { "arguments": piece } }));
        }
        written += input.len();
    }
    let finish = match turn.calls.is_empty() {
        true => "stop",
        false => "tool_calls",
    };
    body += &delta(json!({}), json!(finish));
    body += &chunk(json!([]), usage(question.messages().len(), written));
    body += "data: [DONE]\n\n";
    ([(CONTENT_TYPE, "text/event-stream")], body).into_response()
}

/// A message counts for twenty tokens, four characters that are written for one; a thousand tokens
/// cost ten cents.
fn usage(messages: usize, written: usize) -> Value {
    let (prompt, completion) = (20 * messages, written.div_ceil(4));
    let total = prompt + completion;
    json!({
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": total,
        "cost": total as f64 * 0.000_1,
    })
}

/// A text in pieces of a few characters.
fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<_> = text.chars().collect();
    characters
        .chunks(7)
        .map(|piece| piece.iter().collect())
        .collect()
}
