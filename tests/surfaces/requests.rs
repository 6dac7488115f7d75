//! What the client sends.

use phaseo_agent::item::Message;
use phaseo_agent::model::{Model, Request, Transcript};
use phaseo_agent::{Client, Profile, Surface};
use tests::loopback::{Asked, Loopback, Reply};

const WHOLE: &str = r#"{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}],
    "content":[],"output":[]}"#;

fn question() -> Request {
    let transcript: Transcript = [Message::User(["Hello?".into()].into())]
        .into_iter()
        .collect();
    Request::new("m", transcript)
}

async fn asked(client: impl FnOnce(&str) -> Client) -> Asked {
    let server = Loopback::start([Reply::json(200, WHOLE)]).await;
    client(&server.base_url())
        .respond(&question(), &mut |_| {})
        .await
        .expect("the reply is an answer");
    server.requests().remove(0)
}

#[tokio::test]
async fn headers_say_who_asks_and_for_what() {
    let stream = asked(|url| {
        Client::builder()
            .base_url(url)
            .header("x-title", "Desk")
            .build()
            .unwrap()
    })
    .await;
    for (name, value) in [
        ("x-phaseo-client", Some("phaseo-agent-rust")),
        ("x-phaseo-client-version", Some("0.3.0")),
        ("content-type", Some("application/json")),
        ("accept", Some("text/event-stream")),
        ("accept-encoding", None),
        ("x-title", Some("Desk")),
        ("authorization", None),
    ] {
        assert_eq!(stream.header(name), value, "{name}");
    }
    assert_eq!(stream.method, "POST");
    let whole = asked(|url| {
        Client::builder()
            .base_url(url)
            .streaming(false)
            .build()
            .unwrap()
    })
    .await;
    assert_eq!(whole.header("accept"), Some("application/json"));
}

#[tokio::test]
async fn each_surface_has_its_path_and_slashes_make_no_difference() {
    for (surface, path) in [
        (Surface::ChatCompletions, "/v1/chat/completions"),
        (Surface::Responses, "/v1/responses"),
        (Surface::Messages, "/v1/messages"),
    ] {
        for end in ["", "/", "//"] {
            let asked = asked(|url| {
                Client::builder()
                    .base_url(format!("{url}{end}"))
                    .surface(surface)
                    .build()
                    .unwrap()
            });
            assert_eq!(asked.await.path, path);
        }
    }
}

#[tokio::test]
async fn the_profile_says_how_the_key_is_sent() {
    let bearer = asked(|url| {
        Client::builder()
            .base_url(url)
            .api_key(" sk-1 ")
            .build()
            .unwrap()
    })
    .await;
    assert_eq!(bearer.header("authorization"), Some("Bearer sk-1"));
    let profile = Profile::for_base_url(&"https://api.anthropic.com/v1".parse().unwrap());
    let own = asked(|url| {
        Client::builder()
            .base_url(url)
            .api_key("sk-1")
            .profile(profile)
            .build()
            .unwrap()
    })
    .await;
    assert_eq!(
        (own.header("x-api-key"), own.header("authorization")),
        (Some("sk-1"), None)
    );
    assert_eq!(own.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(own.path, "/v1/messages");
}

#[tokio::test]
async fn connections_are_used_again() {
    let stop = r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}"#;
    let server = Loopback::answering(move |_| Reply::events([stop, "[DONE]"])).await;
    let client = Client::builder()
        .base_url(server.base_url())
        .build()
        .unwrap();
    for _ in 0..5 {
        client.respond(&question(), &mut |_| {}).await.unwrap();
    }
    assert_eq!((server.requests().len(), server.connections()), (5, 1));
}

#[tokio::test]
async fn one_call_is_one_attempt() {
    let server = Loopback::answering(|_| Reply::json(503, "{}")).await;
    let client = Client::builder()
        .base_url(server.base_url())
        .build()
        .unwrap();
    client.respond(&question(), &mut |_| {}).await.unwrap_err();
    assert_eq!(server.requests().len(), 1);
}
