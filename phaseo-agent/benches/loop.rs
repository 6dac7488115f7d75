//! What a run costs beside the least that could do the same: ten tool steps over loopback HTTP.
//!
//! `floor` is a hand-written loop: reqwest, serde_json values, one `match` for the tool. `agent` is
//! an agent with one macro tool, the memory store and its log. Both ask the same server, whole
//! (`whole`) and streamed (`streamed`). Criterion reports each; the last lines print what counts:
//! the ratio agent / floor, as the median over pairs that were measured in turn.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use phaseo_agent::prelude::*;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

const STEPS: usize = 10;
const PAIRS: usize = 200;

/// Add two numbers.
#[tool]
async fn add(
    /// The first number.
    left: i64,
    /// The second number.
    right: i64,
) -> i64 {
    left + right
}

/// You add numbers.
#[agent(model = "bench", tools(add), max_steps = 20)]
async fn adder(question: String) -> Prompt<String> {
    Prompt::user(question)
}

async fn run_agent(agent: &Agent<AdderInput, String>) {
    let run = agent.run("Add numbers.").await.expect("the run completes");
    assert!(matches!(run.outcome(), Outcome::Completed(text) if text == "done"));
    assert_eq!(run.steps().len(), STEPS + 1);
    black_box(run);
}

/// The least that does the same.
async fn run_floor(http: &reqwest::Client, url: &str, streamed: bool) {
    let tools = json!([{"type": "function", "function": {
        "name": "add",
        "description": "Add two numbers.",
        "parameters": {
            "type": "object",
            "properties": {
                "left": {"type": "integer", "format": "int64", "description": "The first number."},
                "right": {"type": "integer", "format": "int64", "description": "The second number."},
            },
            "required": ["left", "right"],
            "additionalProperties": false,
        },
    }}]);
    let mut messages = vec![
        json!({"role": "system", "content": "You add numbers."}),
        json!({"role": "user", "content": "Add numbers."}),
    ];
    loop {
        let mut body = json!({"model": "bench", "messages": messages, "tools": tools});
        if streamed {
            body["stream"] = json!(true);
            body["stream_options"] = json!({"include_usage": true});
        }
        let request = http.post(url).header("content-type", "application/json");
        let response = request
            .body(body.to_string())
            .send()
            .await
            .expect("an answer");
        let bytes = response.bytes().await.expect("a body");
        let message = if streamed {
            fold(&bytes)
        } else {
            whole(&bytes)
        };
        let calls = message["tool_calls"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        messages.push(message);
        if calls.is_empty() {
            break;
        }
        for call in calls {
            let text = call["function"]["arguments"].as_str().expect("arguments");
            let arguments: Value = serde_json::from_str(text).expect("arguments are JSON");
            let sum = match call["function"]["name"].as_str() {
                Some("add") => {
                    arguments["left"].as_i64().expect("left")
                        + arguments["right"].as_i64().expect("right")
                }
                other => panic!("unknown tool {other:?}"),
            };
            messages.push(
                json!({"role": "tool", "tool_call_id": call["id"], "content": sum.to_string()}),
            );
        }
    }
    assert_eq!(messages.len(), 2 + 2 * STEPS + 1);
    black_box(messages);
}

fn whole(bytes: &[u8]) -> Value {
    let mut body: Value = serde_json::from_slice(bytes).expect("the answer is JSON");
    body["choices"][0]["message"].take()
}

fn fold(bytes: &[u8]) -> Value {
    let (mut text, mut id, mut name, mut arguments) =
        (String::new(), String::new(), String::new(), String::new());
    for line in bytes.split(|byte| *byte == b'\n') {
        let Some(data) = line
            .strip_prefix(b"data: ")
            .filter(|data| *data != b"[DONE]")
        else {
            continue;
        };
        let chunk: Value = serde_json::from_slice(data).expect("a chunk is JSON");
        let delta = &chunk["choices"][0]["delta"];
        text += delta["content"].as_str().unwrap_or_default();
        let call = &delta["tool_calls"][0];
        id += call["id"].as_str().unwrap_or_default();
        name += call["function"]["name"].as_str().unwrap_or_default();
        arguments += call["function"]["arguments"].as_str().unwrap_or_default();
    }
    if name.is_empty() {
        return json!({"role": "assistant", "content": text});
    }
    let call =
        json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    json!({"role": "assistant", "content": null, "tool_calls": [call]})
}

/// A model on loopback that calls `add` until it has ten results.
fn serve() -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || answer_all(&stream));
        }
    });
    format!("http://{address}/v1")
}

fn answer_all(stream: &TcpStream) {
    stream.set_nodelay(true).expect("a socket");
    let mut reader = BufReader::new(stream);
    while let Some(body) = read_request(&mut reader) {
        let text = String::from_utf8_lossy(&body);
        let done = text.matches(r#""role":"tool""#).count();
        let (content_type, answer) = answer(done, text.contains(r#""stream":true"#));
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
            answer.len()
        );
        let mut stream = stream;
        if stream.write_all((head + &answer).as_bytes()).is_err() {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?
            }
            Some(_) => {}
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(body)
}

fn answer(done: usize, streamed: bool) -> (&'static str, String) {
    let call = json!([{"index": 0, "id": format!("call_{done}"), "type": "function",
        "function": {"name": "add", "arguments": format!("{{\"left\":{done},\"right\":1}}")}}]);
    let (message, finish) = if done < STEPS {
        (
            json!({"role": "assistant", "content": null, "tool_calls": call}),
            "tool_calls",
        )
    } else {
        (json!({"role": "assistant", "content": "done"}), "stop")
    };
    let usage = json!({"prompt_tokens": 10 * done + 20, "completion_tokens": 8, "total_tokens": 10 * done + 28});
    if !streamed {
        let choice = json!({"index": 0, "message": message, "finish_reason": finish});
        let body = json!({"id": "x", "object": "chat.completion", "model": "bench", "choices": [choice], "usage": usage});
        return ("application/json", body.to_string());
    }
    let event = |choices: Value, usage: Value| {
        let chunk = json!({"id": "x", "object": "chat.completion.chunk", "model": "bench", "choices": choices, "usage": usage});
        format!("data: {chunk}\n\n")
    };
    let body = event(
        json!([{"index": 0, "delta": message, "finish_reason": null}]),
        Value::Null,
    ) + &event(
        json!([{"index": 0, "delta": {}, "finish_reason": finish}]),
        Value::Null,
    ) + &event(json!([]), usage)
        + "data: [DONE]\n\n";
    ("text/event-stream", body)
}

/// reqwest is built without a default cryptography. Plain HTTP needs none.
fn tls() -> rustls::ClientConfig {
    rustls::ClientConfig::builder_with_provider(std::sync::Arc::new(
        rustls::crypto::ring::default_provider(),
    ))
    .with_safe_default_protocol_versions()
    .expect("ring speaks TLS")
    .with_root_certificates(rustls::RootCertStore::empty())
    .with_no_client_auth()
}

fn runtime() -> Runtime {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// The time that this thread has computed. The server has its own threads.
fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).expect("less than a second");
    Duration::new(time.tv_sec.unsigned_abs(), nanos)
}

fn measure(work: impl FnOnce()) -> (Duration, Duration) {
    let (wall, cpu) = (Instant::now(), computed());
    work();
    (wall.elapsed(), computed().saturating_sub(cpu))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn bench(criterion: &mut Criterion) {
    let base_url = serve();
    let url = format!("{base_url}/chat/completions");
    let runtime = runtime();
    let mut ratios = Vec::new();
    for (name, streamed) in [("whole", false), ("streamed", true)] {
        let client = Client::builder()
            .base_url(&base_url)
            .streaming(streamed)
            .build()
            .expect("a client");
        let agent = adder::agent().client(client).build().expect("an agent");
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls())
            .no_proxy()
            .build()
            .expect("a client");
        let mut group = criterion.benchmark_group(format!("loop/{name}"));
        group.bench_function("floor", |b| {
            b.iter(|| runtime.block_on(run_floor(&http, &url, streamed)))
        });
        group.bench_function("agent", |b| b.iter(|| runtime.block_on(run_agent(&agent))));
        group.finish();

        let (mut wall, mut cpu) = (Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            let floor = measure(|| runtime.block_on(run_floor(&http, &url, streamed)));
            let agent = measure(|| runtime.block_on(run_agent(&agent)));
            wall.push(agent.0.as_secs_f64() / floor.0.as_secs_f64());
            cpu.push(agent.1.as_secs_f64() / floor.1.as_secs_f64());
        }
        ratios.push(format!(
            "loop/{name}: {STEPS} tool steps, agent / floor: CPU {:.2}, wall {:.2} (medians of {PAIRS} pairs)",
            median(cpu),
            median(wall)
        ));
    }
    for ratio in ratios {
        println!("{ratio}");
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
