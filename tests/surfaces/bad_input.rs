//! Everything bad that can come in: each gives one clear error or outcome, and the run stays
//! readable.

use std::error::Error as _;

use phaseo_agent::model::ModelErrorKind;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{FailureOrigin, State as RunState, Status, Stop};
use phaseo_agent::{ClientError, ErrorKind};
use schemars::JsonSchema;
use serde::Deserialize;
use tests::loopback::{Loopback, Reply};

/// Load one ticket.
#[tool]
async fn fetch(
    /// The ticket's ID.
    #[garde(length(min = 3))]
    ticket_id: String,
) -> String {
    assert_ne!(ticket_id, "T-13", "this ticket is cursed");
    ticket_id
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Triage {
    #[expect(dead_code, reason = "only that it is there matters")]
    priority: u8,
}

/// You triage tickets.
#[agent(model = "test/model", tools(fetch))]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(format!("Triage {ticket_id}."))
}

/// What came of it.
enum Expected {
    /// The run fails with this class of model error.
    Model(ModelErrorKind, &'static str),
    /// The run fails because of the call, with this text.
    Tool(&'static str),
    /// The run stops: the answer cannot be used.
    Unusable(&'static str),
}

fn answer(message: &str, finish: &str) -> Reply {
    let usage = r#""usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}"#;
    Reply::json(
        200,
        format!(r#"{{"choices":[{{"message":{message},"finish_reason":"{finish}"}}],{usage}}}"#),
    )
}

fn call(arguments: &str) -> Reply {
    let arguments = serde_json::to_string(arguments).expect("text is JSON");
    let function = format!(r#"{{"name":"fetch","arguments":{arguments}}}"#);
    let message = format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{function}}}]}}"#
    );
    answer(&message, "tool_calls")
}

fn text(text: &str) -> Reply {
    let text = serde_json::to_string(text).expect("text is JSON");
    answer(
        &format!(r#"{{"role":"assistant","content":{text}}}"#),
        "stop",
    )
}

async fn run(base_url: &str) -> Result<Run<Triage>> {
    let client = Client::builder()
        .base_url(base_url)
        .api_key("sk-bad-key-1234")
        .build()?;
    triage::agent().client(client).build()?.run("T-42").await
}

#[tokio::test]
async fn each_gives_one_clear_error_or_outcome_and_a_readable_run() {
    use Expected::{Model, Tool, Unusable};
    use ModelErrorKind::{Authentication, Incomplete, Malformed, Server};
    let half = r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"fetch","arguments":"{}"}}]}}]}"#;
    let html = Reply::new(200)
        .header("content-type", "text/html")
        .body("<html>Sign in</html>");
    let rows = [
        (
            "a bad key",
            Reply::json(
                401,
                r#"{"error":{"message":"Incorrect API key provided: sk-bad-key-1234","code":"invalid_api_key"}}"#,
            ),
            Model(
                Authentication,
                "not authenticated (HTTP 401): Incorrect API key provided: [key]",
            ),
        ),
        (
            "a 500",
            Reply::json(500, r#"{"error":{"message":"oops"}}"#),
            Model(Server, "server error (HTTP 500): oops"),
        ),
        (
            "a 200 that is HTML",
            html,
            Model(
                Malformed,
                "malformed response (HTTP 200): the answer is `text/html` and not of `chat_completions`",
            ),
        ),
        (
            "a stream that stops half way",
            Reply::events([half]).cut(),
            Model(
                Incomplete,
                "incomplete response (HTTP 200): the connection broke off",
            ),
        ),
        (
            "arguments that are not JSON",
            call("{\"ticket_id\":"),
            Tool("the arguments are not valid: cannot be read as JSON: EOF"),
        ),
        (
            "arguments that fail validation",
            call(r#"{"ticket_id":"T"}"#),
            Tool("the arguments are not valid: ticket_id: length is lower than 3"),
        ),
        (
            "a tool that panics",
            call(r#"{"ticket_id":"T-13"}"#),
            Tool("the tool `fetch` panicked: assertion"),
        ),
        (
            "an answer that is not JSON",
            text("It is urgent."),
            Unusable("cannot be read as JSON"),
        ),
        (
            "an answer that is not the type",
            text(r#"{"priority":"high"}"#),
            Unusable("priority: expected integer, found \"high\""),
        ),
    ];
    for (name, reply, expected) in rows {
        let server = Loopback::start([reply]).await;
        let result = run(&server.base_url()).await;
        let state: RunState = match (&result, expected) {
            (Err(error), Model(kind, text)) => {
                let ErrorKind::Model(cause) = error.kind() else {
                    panic!("{name}: {error:?}")
                };
                assert_eq!(
                    (cause.kind, cause.to_string()),
                    (kind, text.to_owned()),
                    "{name}"
                );
                assert_eq!(error.to_string(), "the model call failed", "{name}");
                assert_eq!(
                    error.source().map(ToString::to_string).as_deref(),
                    Some(text),
                    "{name}"
                );
                let state = error
                    .run()
                    .unwrap_or_else(|| panic!("{name}: the run is lost"));
                assert_eq!(
                    (state.status(), state.transcript().len()),
                    (Status::Failed, 1),
                    "{name}"
                );
                state.clone()
            }
            (Err(error), Tool(text)) => {
                let ErrorKind::Tool(failure) = error.kind() else {
                    panic!("{name}: {error:?}")
                };
                assert_eq!(
                    failure.origin,
                    FailureOrigin::Tool {
                        name: "fetch".into(),
                        call: "c1".into()
                    },
                    "{name}"
                );
                assert!(failure.detail.contains(text), "{name}: {failure}");
                let state = error
                    .run()
                    .unwrap_or_else(|| panic!("{name}: the run is lost"));
                assert_eq!(
                    (state.status(), state.transcript().len()),
                    (Status::Failed, 2),
                    "{name}"
                );
                assert_eq!(state.usage().total_tokens, 10, "{name}");
                state.clone()
            }
            (Ok(run), Unusable(text)) => {
                let Outcome::Stopped(Stop::UnusableAnswer { issues, .. }) = run.outcome() else {
                    panic!("{name}: {:?}", run.outcome());
                };
                assert!(issues[0].to_string().contains(text), "{name}: {issues:?}");
                assert_eq!(
                    (run.usage().total_tokens, run.state().transcript().len()),
                    (10, 2),
                    "{name}"
                );
                run.state().clone()
            }
            (result, _) => panic!("{name}: {result:?}"),
        };
        assert_eq!(
            (state.agent_id(), state.steps().len(), state.unsaved().len()),
            ("triage", 1, 0),
            "{name}"
        );
        assert!(
            !format!("{result:?}").contains("sk-bad-key"),
            "{name}: the key is shown"
        );
    }
}

#[tokio::test]
async fn no_server_is_a_connection_error_with_a_readable_run() {
    let server = Loopback::start([]).await;
    let base_url = server.base_url();
    drop(server);
    let error = run(&base_url).await.unwrap_err();
    let ErrorKind::Model(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(
        (cause.kind, cause.to_string().as_str()),
        (
            ModelErrorKind::Connect,
            "cannot connect: no connection to `127.0.0.1`"
        )
    );
    assert!(error.is_retryable());
    assert_eq!(error.run().map(RunState::status), Some(Status::Failed));
}

#[test]
fn no_key_for_the_default_endpoint_is_an_error_before_anything_is_asked() {
    let error = Client::builder().build().map(|_| ()).unwrap_err();
    assert!(matches!(error, ClientError::MissingKey), "{error:?}");
    assert_eq!(
        error.to_string(),
        "no API key for https://api.phaseo.app/v1; set PHASEO_API_KEY or call `api_key`"
    );
    let error = Error::from(error);
    assert!(matches!(
        error.kind(),
        ErrorKind::Client(ClientError::MissingKey)
    ));
}
