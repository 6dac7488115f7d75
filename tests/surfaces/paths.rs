//! What no recording shows, from bodies written after the providers' documentation: see
//! `bodies/README.md`.

use phaseo_agent::item::{Item, Message};
use phaseo_agent::model::{Delta, FinishReason, Model, ModelError, Request, Response, Transcript};
use phaseo_agent::{Client, Surface};
use tests::loopback::Loopback;
use tests::recordings::{self, Exchange};

async fn ask(surface: Surface, exchange: &Exchange) -> (Result<Response, ModelError>, Vec<Delta>) {
    let server = Loopback::start([exchange.reply()]).await;
    let client = Client::builder()
        .base_url(server.base_url())
        .surface(surface)
        .build()
        .expect("the client can be built");
    let mut pieces = Vec::new();
    let transcript: Transcript = [Message::User(["Weather?".into()].into())]
        .into_iter()
        .collect();
    let result = client
        .respond(&Request::new("m", transcript), &mut |piece| {
            pieces.push(piece)
        })
        .await;
    (result, pieces)
}

fn calls(response: &Response) -> Vec<(&str, &str, &str)> {
    response
        .message
        .calls()
        .map(|call| {
            (
                call.provider_id.as_str(),
                call.name.as_str(),
                call.arguments.as_str(),
            )
        })
        .collect()
}

#[tokio::test]
async fn chat_parallel_calls_whole_and_streamed_are_the_same() {
    let whole = recordings::json(200, include_str!("../bodies/chat-parallel-calls.json"));
    let chunks = recordings::chunks(include_str!("../bodies/chat-parallel-calls.chunks.txt"));
    let (whole, none) = ask(Surface::ChatCompletions, &whole).await;
    let (streamed, pieces) = ask(Surface::ChatCompletions, &chunks).await;
    let whole = whole.unwrap();
    assert_eq!(streamed.unwrap(), whole);
    assert_eq!(
        calls(&whole),
        [
            ("call_1", "weather", r#"{"location":"Paris"}"#),
            ("call_2", "weather", r#"{"location":"Lomé"}"#),
        ]
    );
    assert_eq!(
        (
            whole.usage.cached_input_tokens,
            whole.usage.reasoning_tokens
        ),
        (64, 8)
    );
    let named = pieces
        .iter()
        .filter(|piece| matches!(piece, Delta::ToolCall { .. }))
        .count();
    assert_eq!((none.len(), named, pieces.len()), (0, 2, 5));
}

#[tokio::test]
async fn responses_text() {
    let body = recordings::json(200, include_str!("../bodies/responses-text.json"));
    let response = ask(Surface::Responses, &body).await.0.unwrap();
    assert_eq!(
        (response.message.text().as_str(), &response.finish),
        ("It is noon.", &FinishReason::Stop)
    );
    assert_eq!(
        (response.usage.input_tokens, response.usage.output_tokens),
        (36, 87)
    );
    assert_eq!(
        (
            response.usage.cached_input_tokens,
            response.usage.reasoning_tokens
        ),
        (12, 64)
    );
    assert_eq!(response.usage.total_tokens, 123);
}

#[tokio::test]
async fn responses_one_call() {
    let body = recordings::json(200, include_str!("../bodies/responses-one-call.json"));
    let response = ask(Surface::Responses, &body).await.0.unwrap();
    assert_eq!(
        calls(&response),
        [("call_1", "weather", r#"{"location":"Paris"}"#)]
    );
    assert_eq!(response.finish, FinishReason::ToolCalls);
    let Item::Reasoning(reasoning) = &response.message.items[0] else {
        panic!("no reasoning")
    };
    assert_eq!(reasoning.text, "They want the weather.");
}

#[tokio::test]
async fn responses_parallel_calls() {
    let body = recordings::json(200, include_str!("../bodies/responses-parallel-calls.json"));
    let response = ask(Surface::Responses, &body).await.0.unwrap();
    assert_eq!(
        calls(&response),
        [
            ("call_1", "weather", r#"{"location":"Paris"}"#),
            ("call_2", "weather", r#"{"location":"Lomé"}"#),
        ]
    );
}

#[tokio::test]
async fn messages_parallel_calls() {
    let body = recordings::json(200, include_str!("../bodies/messages-parallel-calls.json"));
    let response = ask(Surface::Messages, &body).await.0.unwrap();
    assert_eq!(response.message.text(), "I look at both.");
    assert_eq!(
        calls(&response),
        [
            ("toolu_1", "weather", r#"{ "location": "Paris" }"#),
            ("toolu_2", "weather", r#"{ "location": "Lomé" }"#),
        ]
    );
    // New, written to the cache and read from it.
    assert_eq!(
        (
            response.usage.input_tokens,
            response.usage.cached_input_tokens
        ),
        (630, 200)
    );
}
