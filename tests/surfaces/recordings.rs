//! Every path of the client against recorded traffic of real providers, over a real socket.

use phaseo_agent::item::{AssistantMessage, Item, Message, ToolResult};
use phaseo_agent::model::{
    Delta, FinishReason, Model, ModelError, ModelErrorKind, Request, Response, Transcript,
};
use phaseo_agent::{Client, Profile, RawJson, Surface};
use serde_json::{Value, json};
use tests::loopback::{Loopback, Reply};
use tests::recordings::{self, Exchange};

/// A question, since the recordings answer whatever is asked.
fn question() -> Request {
    let mut transcript = Transcript::default();
    transcript.push(Message::User(["Go on.".into()].into()));
    Request::new("recorded", transcript)
}

/// What the client makes of `reply`, and the pieces that it handed out.
async fn ask(
    surface: Surface,
    streaming: bool,
    reply: Reply,
) -> (Result<Response, ModelError>, Vec<Delta>) {
    let server = Loopback::start([reply]).await;
    let client = Client::builder()
        .base_url(server.base_url())
        .surface(surface)
        .streaming(streaming)
        .build()
        .expect("the client can be built");
    let mut pieces = Vec::new();
    let result = client
        .respond(&question(), &mut |piece| pieces.push(piece))
        .await;
    let asked = &server.requests()[0];
    assert_eq!(
        asked.path,
        format!("/v1/{}", surface.to_string().replace('_', "/"))
    );
    assert_eq!(
        asked.json()["stream"],
        if streaming { json!(true) } else { Value::Null }
    );
    (result, pieces)
}

/// The pieces joined: text, reasoning, and the arguments of each call.
fn joined(pieces: &[Delta]) -> (String, String, Vec<(String, String)>) {
    let (mut text, mut reasoning, mut calls) = (String::new(), String::new(), Vec::new());
    for piece in pieces {
        match piece {
            Delta::Text(piece) => text.push_str(piece),
            Delta::Reasoning(piece) => reasoning.push_str(piece),
            Delta::ToolCall { index, name } => {
                assert_eq!(*index, calls.len());
                calls.push((name.clone(), String::new()));
            }
            Delta::Arguments { index, text } => calls[*index].1.push_str(text),
            _ => {}
        }
    }
    (text, reasoning, calls)
}

fn reasoning(response: &Response) -> String {
    response
        .message
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Reasoning(reasoning) => Some(reasoning.text.as_str()),
            _ => None,
        })
        .collect()
}

/// What one recorded answer must come to.
struct Row {
    recording: &'static str,
    exchange: usize,
    surface: Surface,
    streaming: bool,
    /// How the text begins; empty if there is none.
    text: &'static str,
    /// Name and arguments.
    calls: &'static [(&'static str, &'static str)],
    finish: FinishReason,
    /// Tokens in, out, from the cache, of reasoning.
    usage: [u64; 4],
}

const CHAT: Surface = Surface::ChatCompletions;
const WEATHER: &[(&str, &str)] = &[("weather", r#"{"location": "San Francisco"}"#)];
const WEATHER_TIGHT: &[(&str, &str)] = &[("weather", r#"{"location":"San Francisco"}"#)];

#[rustfmt::skip]
fn rows() -> Vec<Row> {
    use FinishReason::{Length, Refusal, Stop, ToolCalls};
    use Surface::{Messages, Responses};
    let row = |recording, exchange, surface, streaming, text, calls, finish, usage| {
        Row { recording, exchange, surface, streaming, text, calls, finish, usage }
    };
    vec![
        // Chat completions, whole
        row("03-", 0, CHAT, false, "", WEATHER, ToolCalls, [295, 22, 0, 0]),
        row("06-", 0, CHAT, false, "", WEATHER, ToolCalls, [124, 22, 0, 0]),
        row("09-", 0, CHAT, false, "", WEATHER, ToolCalls, [339, 92, 320, 48]),
        row("12-", 0, CHAT, false, "", &[("get_current_time", "{}")], ToolCalls, [35, 12, 0, 0]),
        row("12-", 1, CHAT, false, "The current time is Noon.", &[], Stop, [66, 6, 0, 0]),
        row("16-", 0, CHAT, false, "", &[("divide", r#"{"numerator": 123, "denominator": 456, "on_inf": "infinity"}"#)], ToolCalls, [134, 43, 0, 0]),
        row("26-", 0, CHAT, false, "", &[], Refusal, [49, 13, 0, 0]),
        row("30-", 0, CHAT, false, "", &[("file_report", "{\"summary\": \"Log this incident: the")], Length, [372, 32, 256, 0]),
        row("32-", 0, CHAT, false, "", &[("ping", "{}")], ToolCalls, [143, 19, 134, 0]),
        // Chat completions, streamed
        row("01-", 0, CHAT, true, "Capital of", &[], Stop, [15, 78, 0, 64]),
        row("02-", 0, CHAT, true, "", WEATHER, ToolCalls, [295, 22, 0, 0]),
        row("04-", 0, CHAT, true, "", &[("weather", "{}")], ToolCalls, [210, 15, 0, 0]),
        row("07-", 0, CHAT, true, "", WEATHER_TIGHT, ToolCalls, [291, 26, 290, 196]),
        row("08-", 0, CHAT, true, "", WEATHER, ToolCalls, [339, 83, 320, 39]),
        row("17-", 0, CHAT, true, "2 + 2 = 4", &[], Stop, [43, 36, 0, 13]),
        row("18-", 0, CHAT, true, "", &[("ping", "{}")], ToolCalls, [56, 10, 0, 0]),
        row("25-", 0, CHAT, true, "", &[], Refusal, [49, 12, 0, 0]),
        row("28-", 0, CHAT, true, "", &[("file_report", "")], Length, [372, 16, 256, 0]),
        // Responses, whole
        row("43-", 0, Responses, false, "On the windswept coast", &[], Length, [30, 16, 0, 0]),
        // Responses, streamed
        row("39-", 0, Responses, true, "", &[], Stop, [422, 48, 0, 0]),
        row("41-", 0, Responses, true, "", &[("ping", "{}")], ToolCalls, [63, 11, 0, 0]),
        row("44-", 0, Responses, true, "", &[], Refusal, [43, 11, 0, 0]),
        row("46-", 0, Responses, true, "", &[("get_weather", r#"{"city":"Tokyo, Japan"}"#)], ToolCalls, [148, 60, 0, 38]),
        row("46-", 1, Responses, true, "Tokyo, Japan is currently", &[], Stop, [246, 78, 0, 0]),
        // Messages, streamed
        row("47-", 0, Messages, true, "I'll update", &[("updateIssueList", "{}")], ToolCalls, [565, 48, 0, 0]),
        row("49-", 0, Messages, true, "Hello, World!", &[], Stop, [17, 227, 0, 0]),
        row("52-", 0, Messages, true, "", &[], Stop, [10, 20, 0, 0]),
        row("54-", 0, Messages, true, "", &[], Refusal, [18, 5, 0, 0]),
        row("55-", 0, Messages, true, "925 ÷ 5 = 185", &[], Stop, [69, 53, 0, 0]),
        row("61-", 0, Messages, true, "", &[("ping", "{}")], ToolCalls, [575, 35, 0, 0]),
        row("62-", 0, Messages, true, "", &[("echo", r#"{"message": "Grüße aus 東京, from the \"naïve café\"!"}"#)], ToolCalls, [618, 68, 0, 0]),
        // Messages, whole
        row("48-", 0, Messages, false, "<thinking>", &[("updateIssueList", "{}")], ToolCalls, [602, 93, 0, 0]),
        row("56-", 0, Messages, false, "I'll fetch the PDF", &[], Stop, [1902, 214, 0, 0]),
        row("57-", 0, Messages, false, "# Hi there!", &[], Stop, [26, 18, 0, 0]),
        row("60-", 0, Messages, false, "I'll help you find", &[("get_user_country", "{}")], ToolCalls, [398, 155, 0, 0]),
    ]
}

#[tokio::test]
async fn recorded_answers_are_read() {
    for row in rows() {
        let Some(exchanges) = recordings::open(row.recording) else {
            return;
        };
        let reply = exchanges[row.exchange].reply();
        let (response, pieces) = ask(row.surface, row.streaming, reply).await;
        let name = row.recording;
        let response = response.unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = response.message.text();
        assert!(
            text.starts_with(row.text) && text.is_empty() == row.text.is_empty(),
            "{name}: {text}"
        );
        let calls: Vec<_> = response
            .message
            .calls()
            .map(|call| (call.name.as_str(), call.arguments.as_str()))
            .collect();
        assert_eq!(calls, row.calls, "{name}");
        assert_eq!(response.finish, row.finish, "{name}");
        assert_eq!(
            response.message.refusal().is_some(),
            row.finish == FinishReason::Refusal,
            "{name}"
        );
        let usage = response.usage;
        let tokens = [
            usage.input_tokens,
            usage.output_tokens,
            usage.cached_input_tokens,
            usage.reasoning_tokens,
        ];
        assert_eq!(tokens, row.usage, "{name}");
        assert!(response.id.is_some() && response.model.is_some(), "{name}");
        if row.streaming {
            let (told, thought, called) = joined(&pieces);
            assert_eq!((told, thought), (text, reasoning(&response)), "{name}");
            let called: Vec<_> = called
                .iter()
                .map(|(name, text)| (name.as_str(), text.as_str()))
                .collect();
            assert_eq!(called, row.calls, "{name}");
        } else {
            assert!(pieces.is_empty(), "{name}");
        }
    }
}

/// An answer without what differs from one recording to the next.
fn shape(response: &Response) -> Value {
    let mut message = serde_json::to_value(&*response.message).expect("this can be JSON");
    for item in message["items"].as_array_mut().expect("items are a list") {
        if let Some(call) = item.get_mut("tool_call") {
            call["id"] = Value::Null;
            call["provider_id"] = Value::Null;
        }
        if let Some(reasoning) = item.get_mut("reasoning") {
            reasoning["text"] = Value::Null;
        }
    }
    json!([message, response.finish, response.model])
}

#[tokio::test]
async fn a_stream_and_its_whole_twin_give_the_same_response() {
    for (streamed, whole) in [("02-", "03-"), ("08-", "09-")] {
        let Some(streamed) = recordings::open(streamed) else {
            return;
        };
        let Some(whole) = recordings::open(whole) else {
            return;
        };
        let streamed = ask(CHAT, true, streamed[0].reply()).await.0.unwrap();
        let whole = ask(CHAT, false, whole[0].reply()).await.0.unwrap();
        assert_eq!(shape(&streamed), shape(&whole));
    }
}

#[tokio::test]
async fn a_whole_answer_to_a_streaming_client_is_read_all_the_same() {
    let Some(exchanges) = recordings::open("03-") else {
        return;
    };
    let (response, pieces) = ask(CHAT, true, exchanges[0].reply()).await;
    assert_eq!(response.unwrap().message.calls().count(), 1);
    assert!(pieces.is_empty());
}

#[tokio::test]
async fn recorded_costs_are_read() {
    for (recording, nanos) in [("18-", 14_400), ("17-", 669_000)] {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let response = ask(CHAT, true, exchanges[0].reply()).await.0.unwrap();
        assert_eq!(response.usage.cost_nanos, Some(nanos));
    }
}

/// The provider's word is `tool_calls`, but its upstream says that the output limit cut the calls.
#[tokio::test]
async fn q29_cut_calls_do_not_run_whatever_the_reason_is_called() {
    for recording in ["20-", "23-"] {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let response = ask(CHAT, true, exchanges[0].reply()).await.0.unwrap();
        assert_eq!(response.finish, FinishReason::Length, "{recording}");
    }
}

#[tokio::test]
async fn recorded_errors_are_classified() {
    use ModelErrorKind::{BadRequest, ContextOverflow, Malformed, NotFound, Payment, RateLimit};
    #[rustfmt::skip]
    let rows = [
        ("13-", CHAT, false, Malformed, Some(200), None),
        ("14-", CHAT, false, RateLimit, Some(429), Some("429")),
        ("33-", CHAT, true, ContextOverflow, Some(400), Some("exceed_context_size_error")),
        ("27-", Surface::Responses, false, NotFound, Some(400), Some("model_not_found")),
        ("35-", Surface::Responses, true, Payment, Some(200), Some("insufficient_quota")),
        ("65-", Surface::Messages, false, NotFound, Some(404), Some("not_found_error")),
        ("66-", Surface::Messages, false, BadRequest, Some(400), Some("invalid_request_error")),
        ("67-", Surface::Messages, false, BadRequest, Some(400), Some("invalid_request_error")),
        // A body of which only the text was recorded, here inside a success.
        ("36-", Surface::Responses, false, Payment, Some(200), Some("insufficient_quota")),
    ];
    for (recording, surface, streaming, kind, status, code) in rows {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let error = ask(surface, streaming, exchanges[0].reply())
            .await
            .0
            .unwrap_err();
        assert_eq!(
            (error.kind, error.status, error.code.as_deref()),
            (kind, status, code),
            "{recording}"
        );
        assert!(
            !error.message.is_empty() && error.partial.is_none(),
            "{recording}"
        );
        assert_eq!(error.body.is_some(), kind == Malformed, "{recording}");
    }
}

#[tokio::test]
async fn q72_the_upstream_provider_is_named() {
    let Some(exchanges) = recordings::open("14-") else {
        return;
    };
    let error = ask(CHAT, false, exchanges[0].reply()).await.0.unwrap_err();
    assert_eq!(error.provider.as_deref(), Some("Google"));
    assert!(
        error.message.contains("temporarily rate-limited upstream"),
        "{error}"
    );
}

/// Asks twice, the second time with the first answer and the results of its calls.
async fn round_trip(
    surface: Surface,
    family: &'static str,
    exchanges: &[Exchange],
    output: &str,
) -> Value {
    let server = Loopback::start(exchanges.iter().map(Exchange::reply)).await;
    let mut profile = Profile::for_base_url(
        &"https://openrouter.ai/api/v1"
            .parse()
            .expect("this is a URL"),
    );
    profile.family = family.into();
    let client = Client::builder()
        .base_url(server.base_url())
        .surface(surface)
        .profile(profile)
        .build()
        .expect("the client can be built");
    let mut request = question();
    let first = client
        .respond(&request, &mut |_| {})
        .await
        .expect("the recorded answer is read");
    let results: Vec<_> = first
        .message
        .calls()
        .map(|call| ToolResult::new(call, RawJson::of(output).expect("this can be JSON"), false))
        .collect();
    request.transcript.push(Message::Assistant(first.message));
    request.transcript.push(Message::Tool(results.into()));
    let second = client
        .respond(&request, &mut |_| {})
        .await
        .expect("the recorded answer is read");
    assert_eq!(second.finish, FinishReason::Stop);
    let asked = server.requests();
    let (one, two) = (
        String::from_utf8_lossy(&asked[0].body),
        String::from_utf8_lossy(&asked[1].body),
    );
    let prefix = one.rfind("Go on.").expect("the question is in the body");
    assert_eq!(one[..prefix], two[..prefix], "the prompt prefix stays");
    asked[1].json()["messages"].take()
}

#[tokio::test]
async fn signed_reasoning_goes_back_as_recorded() {
    let Some(exchanges) = recordings::open("21-") else {
        return;
    };
    let messages = round_trip(CHAT, "openrouter", &exchanges, "lookup recorded").await;
    let recorded = &exchanges[1].request["messages"];
    let (own, theirs) = (&messages[1]["tool_calls"][0], &recorded[2]["tool_calls"][0]);
    let name_and_id = |call: &Value| (call["id"].clone(), call["function"]["name"].clone());
    assert_eq!(name_and_id(own), name_and_id(theirs));
    // To the byte as the model wrote them, where the recording has them parsed and printed again.
    assert_eq!(own["function"]["arguments"], r#"{"value": "cobalt"}"#);
    let details = |message: &Value| message["reasoning_details"][0].clone();
    let (own, theirs) = (details(&messages[1]), details(&recorded[2]));
    for key in ["type", "index", "text", "signature"] {
        assert_eq!(own[key], theirs[key], "{key}");
    }
    assert_eq!(messages[2]["tool_call_id"], recorded[3]["tool_call_id"]);
}

#[tokio::test]
async fn signed_thinking_goes_back_as_recorded() {
    let Some(exchanges) = recordings::open("60-") else {
        return;
    };
    let messages = round_trip(Surface::Messages, "anthropic", &exchanges, "Mexico").await;
    let recorded = &exchanges[1].request["messages"];
    assert_eq!(messages[1], recorded[1]);
    assert_eq!(
        messages[2]["content"][0]["tool_use_id"],
        recorded[2]["content"][0]["tool_use_id"]
    );
}

#[tokio::test]
async fn q7_an_empty_id_is_no_id() {
    let Some(exchanges) = recordings::open("12-") else {
        return;
    };
    let response = ask(CHAT, false, exchanges[0].reply()).await.0.unwrap();
    let call = response.message.calls().next().unwrap();
    assert_eq!((call.id.as_str(), call.provider_id.as_str()), ("", ""));
    let message: &AssistantMessage = &response.message;
    assert!(
        message.extra.contains_key("extra_content"),
        "unknown fields are kept"
    );
}
