//! Whole agents over recorded conversations: what the provider said then, an agent takes now.

use phaseo_agent::item::Message;
use phaseo_agent::model::ModelErrorKind;
use phaseo_agent::prelude::*;
use phaseo_agent::run::Stop;
use phaseo_agent::{ErrorKind, Surface};
use tests::loopback::Loopback;
use tests::recordings::{self, Exchange};

/// Record one lookup value.
#[tool]
async fn lookup(value: String) -> String {
    format!("{value} recorded; answer exactly DONE without another tool")
}

/// The country that the user is from.
#[tool]
async fn get_user_country() -> &'static str {
    "Mexico"
}

/// Get the current time.
#[tool]
async fn get_current_time() -> &'static str {
    "Noon"
}

/// File a report.
#[tool]
async fn file_report() -> bool {
    panic!("a call that was cut must not run")
}

/// You follow the user's instruction exactly.
#[agent(
    model = "recorded/model",
    tools(lookup, get_user_country, get_current_time, file_report)
)]
async fn recorded(question: String) -> Prompt<String> {
    Prompt::user(question)
}

/// Runs the agent against a server that gives the recorded answers.
async fn run(
    surface: Surface,
    streaming: bool,
    exchanges: &[Exchange],
) -> (Loopback, Result<Run<String>>) {
    let server = Loopback::start(exchanges.iter().map(Exchange::reply)).await;
    let client = Client::builder()
        .base_url(server.base_url())
        .surface(surface)
        .streaming(streaming)
        .build()
        .expect("the client can be built");
    let agent = recorded::agent()
        .client(client)
        .build()
        .expect("the agent is complete");
    let run = agent.run("Go on.").await;
    (server, run)
}

/// Recording, surface, streamed, the answer, input and output tokens, what the tool gave.
#[tokio::test]
async fn a_recorded_conversation_with_a_tool_call_is_carried_out() {
    #[rustfmt::skip]
    let rows = [
        ("21-", Surface::ChatCompletions, true, "DONE", "cobalt recorded; answer exactly DONE without another tool"),
        ("12-", Surface::ChatCompletions, false, "The current time is Noon.", "Noon"),
        ("60-", Surface::Messages, false, "Based on the information that you're from Mexico", "Mexico"),
    ];
    for (recording, surface, streaming, answer, result) in rows {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let (server, run) = run(surface, streaming, &exchanges).await;
        let run = run.unwrap_or_else(|error| panic!("{recording}: {error:?}"));
        let Outcome::Completed(text) = run.outcome() else {
            panic!("{recording}: {:?}", run.outcome())
        };
        assert!(text.starts_with(answer), "{recording}: {text}");
        assert_eq!(
            (run.steps().len(), server.requests().len()),
            (2, 2),
            "{recording}"
        );
        let Message::Tool(results) = &run.state().transcript()[2] else {
            panic!("{recording}: no result")
        };
        assert_eq!(results[0].output.to_text(), result, "{recording}");
        // The sum of what both answers say.
        let said: u64 = exchanges
            .iter()
            .map(|exchange| output_tokens(&exchange.body))
            .sum();
        assert_eq!(run.usage().output_tokens, said, "{recording}");
        // The call and its result are named alike, and not by an empty id.
        let second = String::from_utf8_lossy(&server.requests()[1].body).into_owned();
        let id = &results[0].provider_id;
        assert!(
            !id.is_empty() && second.matches(&format!("\"{id}\"")).count() == 2,
            "{recording}: {second}"
        );
    }
}

/// The last figure of output tokens in a recorded body.
fn output_tokens(body: &str) -> u64 {
    ["\"completion_tokens\":", "\"output_tokens\":"]
        .iter()
        .filter_map(|key| {
            let rest = body[body.rfind(key)? + key.len()..].trim_start();
            rest[..rest.find(|c: char| !c.is_ascii_digit())?]
                .parse()
                .ok()
        })
        .next()
        .expect("the recording has usage")
}

#[tokio::test]
async fn a_recorded_call_that_was_cut_never_runs() {
    for (recording, streaming) in [("20-", true), ("23-", true), ("28-", true), ("30-", false)] {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let (_server, run) = run(Surface::ChatCompletions, streaming, &exchanges).await;
        let error = run.expect_err(recording);
        assert!(
            matches!(error.kind(), ErrorKind::Tool(_)),
            "{recording}: {error:?}"
        );
        assert!(
            error
                .to_string()
                .contains("the output limit cut the answer"),
            "{recording}: {error}"
        );
        let state = error.run().expect("the run is readable");
        assert!(state.usage().output_tokens > 0, "{recording}");
    }
}

#[tokio::test]
async fn a_recorded_refusal_is_an_outcome() {
    for (recording, streaming) in [("25-", true), ("26-", false)] {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let (_server, run) = run(Surface::ChatCompletions, streaming, &exchanges).await;
        let run = run.unwrap_or_else(|error| panic!("{recording}: {error:?}"));
        let Outcome::Stopped(Stop::Refusal { text }) = run.outcome() else {
            panic!("{recording}: {:?}", run.outcome())
        };
        assert!(!text.is_empty(), "{recording}");
    }
}

#[tokio::test]
async fn a_recorded_error_fails_the_run_and_is_classified() {
    use Surface::{ChatCompletions, Messages, Responses};
    #[rustfmt::skip]
    let rows = [
        ("13-", ChatCompletions, false, ModelErrorKind::Malformed),
        ("14-", ChatCompletions, false, ModelErrorKind::RateLimit),
        ("33-", ChatCompletions, true, ModelErrorKind::ContextOverflow),
        ("27-", Responses, false, ModelErrorKind::NotFound),
        ("65-", Messages, false, ModelErrorKind::NotFound),
        ("66-", Messages, false, ModelErrorKind::BadRequest),
    ];
    for (recording, surface, streaming, kind) in rows {
        let Some(exchanges) = recordings::open(recording) else {
            return;
        };
        let (_server, run) = run(surface, streaming, &exchanges).await;
        let error = run.expect_err(recording);
        let ErrorKind::Model(model) = error.kind() else {
            panic!("{recording}: {error:?}")
        };
        assert_eq!(model.kind, kind, "{recording}: {model}");
        let state = error.run().expect("the run is readable");
        assert_eq!(
            (state.steps().len(), state.transcript().len()),
            (1, 1),
            "{recording}"
        );
    }
}
