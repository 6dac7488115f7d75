//! What goes wrong between client and endpoint, each as one clear typed error.

use std::error::Error;
use std::time::{Duration, Instant};

use phaseo_agent::item::Message;
use phaseo_agent::model::{Model, ModelError, ModelErrorKind, Request, Response, Transcript};
use phaseo_agent::{Client, ClientBuilder, ClientError};
use tests::loopback::{Loopback, Reply};

const HELLO: &str = r#"{"choices":[{"delta":{"content":"Hello"}}]}"#;
const STOP: &str = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;
const WHOLE: &str = r#"{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}"#;
const CALL: &str = r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}"#;

fn question() -> Request {
    let transcript: Transcript = [Message::User(["Hello?".into()].into())]
        .into_iter()
        .collect();
    Request::new("m", transcript)
}

async fn ask_with(
    reply: Reply,
    set_up: impl FnOnce(ClientBuilder) -> ClientBuilder,
) -> Result<Response, ModelError> {
    let server = Loopback::start([reply]).await;
    let client = set_up(Client::builder().base_url(server.base_url()))
        .build()
        .expect("the client can be built");
    client.respond(&question(), &mut |_| {}).await
}

async fn ask(reply: Reply) -> Result<Response, ModelError> {
    ask_with(reply, |builder| builder).await
}

/// An error with all its causes, as a log would show it.
fn everything(error: &(dyn Error + 'static)) -> String {
    let mut text = format!("{error} {error:?}");
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!(" {error} {error:?}"));
        cause = error.source();
    }
    text
}

#[tokio::test]
async fn every_failure_has_its_kind() {
    use ModelErrorKind::{
        Authentication, BadRequest, Incomplete, Malformed, NotFound, Overloaded, Payment,
        Permission, RateLimit, Server,
    };
    let status = |status: u16| Reply::json(status, r#"{"error":{"message":"said so"}}"#);
    let html = || {
        Reply::new(200)
            .header("content-type", "text/html; charset=utf-8")
            .body("<html>hello</html>")
    };
    let gzip = |reply: Reply| reply.header("content-encoding", "gzip");
    #[rustfmt::skip]
    let rows = [
        ("401", status(401), Authentication, 401),
        ("402", status(402), Payment, 402),
        ("403", status(403), Permission, 403),
        ("404", status(404), NotFound, 404),
        ("422", status(422), BadRequest, 422),
        ("429", status(429), RateLimit, 429),
        ("500", status(500), Server, 500),
        ("529", status(529), Overloaded, 529),
        ("500 with a page", Reply::new(500).body("<html>oops</html>"), Server, 500),
        ("redirect", Reply::new(307).header("location", "https://elsewhere.example/v1"), Malformed, 307),
        ("HTML in a success", html(), Malformed, 200),
        ("text in a JSON success", Reply::json(200, "hello"), Malformed, 200),
        ("nothing in a success", Reply::json(200, ""), Malformed, 200),
        ("no content", Reply::new(204), Incomplete, 204),
        ("an encoded stream", gzip(Reply::events([HELLO, STOP])), Malformed, 200),
        ("an encoded body", gzip(Reply::json(200, WHOLE)), Malformed, 200),
        ("an encoded error", gzip(status(503)), Server, 503),
        ("a stream that breaks off", Reply::events([HELLO, CALL]).cut(), Incomplete, 200),
        ("a stream that just ends", Reply::events([HELLO, CALL]), Incomplete, 200),
        ("an event that breaks off", Reply::events([HELLO]).body("data: {\"choices\":[{\"del"), Incomplete, 200),
        ("an empty stream", Reply::events([""]), Incomplete, 200),
        ("a whole body that breaks off", Reply::json(200, &WHOLE[..20]).cut(), Incomplete, 200),
        ("a stream of no JSON", Reply::events(["hello"]), Malformed, 200),
        ("a stream that is not UTF-8", Reply::events([HELLO]).body(b"data: \xFF\n\n".as_slice()), Malformed, 200),
    ];
    for (name, reply, kind, status) in rows {
        let error = ask(reply).await.expect_err(name);
        assert_eq!(
            (error.kind, error.status),
            (kind, Some(status)),
            "{name}: {error}"
        );
        assert!(!error.message.is_empty(), "{name}");
    }
}

#[tokio::test]
async fn html_is_quoted() {
    let page = Reply::new(200)
        .header("content-type", "text/html")
        .body(format!("<html>{}", "x".repeat(9000)));
    let error = ask(page).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed response (HTTP 200): the answer is `text/html` and not of `chat_completions`"
    );
    let body = error.body.unwrap();
    assert!(
        body.starts_with("<html>xxx") && body.len() == 2048,
        "{}",
        body.len()
    );
}

#[tokio::test]
async fn a_broken_stream_keeps_what_came_and_its_calls_cannot_run() {
    for reply in [
        Reply::events([HELLO, CALL]).cut(),
        Reply::events([HELLO, CALL]),
    ] {
        let partial = ask(reply).await.unwrap_err().partial.unwrap();
        assert_eq!(
            (
                partial.message.text().as_str(),
                partial.message.calls().count()
            ),
            ("Hello", 1)
        );
        assert!(!partial.finish.allows_calls());
    }
}

#[tokio::test]
async fn a_stream_that_ended_is_an_answer_however_it_closes() {
    for (name, reply) in [
        ("without a terminator", Reply::events([HELLO, STOP])),
        (
            "cut after the finish reason",
            Reply::events([HELLO, STOP]).cut(),
        ),
        (
            "Q41 left open after the terminator",
            Reply::events([HELLO, STOP, "[DONE]"]).left_open(),
        ),
        (
            "a terminator without its blank line",
            Reply::events([HELLO]).body("data: [DONE]"),
        ),
        (
            "byte by byte",
            Reply::events([HELLO, STOP, "[DONE]"]).in_chunks_of(1),
        ),
        ("named as if whole", Reply::json(200, WHOLE)),
    ] {
        let started = Instant::now();
        let response = ask(reply)
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(response.message.text(), "Hello", "{name}");
        assert!(started.elapsed() < Duration::from_secs(5), "{name}");
    }
}

#[tokio::test]
async fn no_server_is_no_connection() {
    let url = Loopback::start([]).await.base_url();
    tokio::task::yield_now().await;
    let client = Client::builder().base_url(url).build().unwrap();
    let error = client.respond(&question(), &mut |_| {}).await.unwrap_err();
    assert_eq!((error.kind, error.status), (ModelErrorKind::Connect, None));
    assert!(error.is_retryable() && error.source().is_some());
    assert_eq!(
        error.to_string(),
        "cannot connect: no connection to `127.0.0.1`"
    );
}

#[tokio::test]
async fn a_connection_that_closes_without_a_word_is_incomplete() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    let client = Client::builder().base_url(url).build().unwrap();
    let error = client.respond(&question(), &mut |_| {}).await.unwrap_err();
    assert!(error.is_retryable(), "{}", everything(&error));
}

#[tokio::test]
async fn slowness_is_a_timeout() {
    type Limit = fn(ClientBuilder, Duration) -> ClientBuilder;
    let short = Duration::from_millis(150);
    let slow = Duration::from_secs(30);
    let rows: [(&str, Reply, Limit, bool); 4] = [
        (
            "no answer",
            Reply::events([HELLO]).pausing(slow),
            ClientBuilder::timeout,
            false,
        ),
        (
            "no end of a whole body",
            Reply::json(200, &WHOLE[..9]).left_open(),
            ClientBuilder::timeout,
            false,
        ),
        (
            "no end of a stream",
            Reply::events([HELLO]).left_open(),
            ClientBuilder::timeout,
            true,
        ),
        (
            "a silent stream",
            Reply::events([HELLO]).left_open(),
            ClientBuilder::idle_timeout,
            true,
        ),
    ];
    for (name, reply, limit, has_partial) in rows {
        let started = Instant::now();
        let error = ask_with(reply, |builder| limit(builder, short))
            .await
            .expect_err(name);
        assert_eq!(
            (error.kind, error.partial.is_some()),
            (ModelErrorKind::Timeout, has_partial),
            "{name}: {error}"
        );
        assert!(started.elapsed() < Duration::from_secs(5), "{name}");
    }
}

#[tokio::test]
async fn silence_after_the_end_of_the_message_is_no_failure() {
    let reply = Reply::events([HELLO, STOP]).left_open();
    let response = ask_with(reply, |builder| {
        builder.idle_timeout(Duration::from_millis(150))
    })
    .await;
    assert_eq!(response.unwrap().message.text(), "Hello");
}

#[tokio::test]
async fn keep_alives_are_signs_of_life() {
    let mut reply = Reply::events([HELLO]);
    for _ in 0..8 {
        reply = reply.body(": still here\n\n");
    }
    let reply = reply
        .body(format!("data: {STOP}\n\n"))
        .pausing(Duration::from_millis(60));
    let response = ask_with(reply, |builder| {
        builder.idle_timeout(Duration::from_millis(400))
    })
    .await;
    assert_eq!(response.unwrap().message.text(), "Hello");
}

#[tokio::test]
async fn limits_are_kept() {
    let long = "x".repeat(1 << 20);
    let whole = (0..65).fold(Reply::json(200, "{"), |reply, _| {
        reply.body(long.as_bytes())
    });
    let error = ask_with(whole, |builder| builder.streaming(false))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed response (HTTP 200): the answer is longer than 64 MiB"
    );
    let event = (0..17).fold(Reply::events([HELLO]).body("data: "), |reply, _| {
        reply.body(long.as_bytes())
    });
    let error = ask(event).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed response (HTTP 200): an event of the stream is longer than 16 MiB"
    );
    assert!(error.partial.is_some());
    let failure = (0..3).fold(Reply::new(500), |reply, _| reply.body(long.as_bytes()));
    assert_eq!(ask(failure).await.unwrap_err().body.unwrap().len(), 2048);
}

#[tokio::test]
async fn retry_after_is_read() {
    let error = ask(Reply::json(429, "{}").header("retry-after", "7"))
        .await
        .unwrap_err();
    assert_eq!(error.retry_after, Some(Duration::from_secs(7)));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Loopback::start([Reply::json(200, WHOLE)]).await;
    let here = Loopback::start([Reply::new(307).header("location", elsewhere.base_url())]).await;
    let client = Client::builder()
        .base_url(here.base_url())
        .api_key("sk-secret")
        .build()
        .unwrap();
    let error = client.respond(&question(), &mut |_| {}).await.unwrap_err();
    assert_eq!(
        (error.kind, error.status),
        (ModelErrorKind::Malformed, Some(307))
    );
    assert!(
        error.message.contains("redirects to `127.0.0.1`"),
        "{error}"
    );
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn the_key_never_shows() {
    const KEY: &str = "sk-secret-0123456789";
    let told = format!("no such key: {KEY}");
    let error_body =
        format!(r#"{{"error":{{"message":"{told}","code":"{KEY}"}},"request_id":"{KEY}"}}"#);
    for reply in [
        Reply::json(401, error_body),
        Reply::new(500).body(told.clone()),
        Reply::json(200, format!("\"{told}\"")),
        Reply::new(200)
            .header("content-type", "text/html")
            .body(told.clone()),
        Reply::events([HELLO, &told]),
        Reply::events([HELLO]).cut(),
    ] {
        let server = Loopback::start([reply]).await;
        let client = Client::builder()
            .base_url(server.base_url())
            .api_key(KEY)
            .build()
            .unwrap();
        let error = client.respond(&question(), &mut |_| {}).await.unwrap_err();
        assert_eq!(
            server.requests()[0].header("authorization"),
            Some(&*format!("Bearer {KEY}"))
        );
        let text = format!("{} {client:?}", everything(&error));
        assert!(!text.contains("sk-secret"), "{text}");
    }
}

#[test]
fn a_client_that_cannot_be_built_says_why() {
    let builder = Client::builder;
    let error = builder().build().unwrap_err();
    assert!(matches!(error, ClientError::MissingKey), "{error}");
    let error = builder()
        .base_url("http://api.example.com/v1")
        .api_key("sk-secret")
        .build()
        .unwrap_err();
    assert!(matches!(error, ClientError::PlainHttp { .. }), "{error}");
    assert!(
        builder()
            .base_url("http://api.example.com/v1")
            .allow_http()
            .build()
            .is_ok()
    );
    let error = builder()
        .base_url("https://me:sk-secret@example.com")
        .build()
        .unwrap_err();
    assert!(
        matches!(error, ClientError::InvalidBaseUrl { .. }),
        "{error}"
    );
    assert!(!everything(&error).contains("sk-secret"));
    let error = builder().api_key("sk\u{7}secret").build().unwrap_err();
    assert!(matches!(error, ClientError::InvalidKey), "{error}");
    assert!(!everything(&error).contains("secret"));
}

#[test]
fn a_client_for_https_needs_no_provider_of_the_process() {
    assert!(Client::builder().api_key("k").build().is_ok());
}
