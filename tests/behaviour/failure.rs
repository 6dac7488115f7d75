//! Calls that cannot run, and tools that fail.

use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{CallOutcome, FailureOrigin};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::NextTurn;
use phaseo_agent::{ErrorKind, RawJson, tool};

use crate::{Ledger, calls};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Nothing {}

#[derive(Debug, thiserror::Error)]
#[error("the desk is closed")]
struct Closed(#[source] std::io::Error);

/// Ask the desk. Fails in many ways.
#[tool]
async fn desk(
    /// How to fail.
    #[garde(length(max = 8))]
    way: String,
    State(ledger): State<Ledger>,
) -> Result<String, ToolError> {
    ledger.write(&way);
    match way.as_str() {
        "error" => Err(Closed(std::io::Error::other("password hunter2 refused")))?,
        "text" => Err("just a text")?,
        "retry" => Err(ToolError::retry("write `ok`")),
        "fatal" => Err(ToolError::fatal("the building burns")),
        "panic" => panic!("at the disco"),
        _ => Ok(way),
    }
}

/// You ask the desk.
#[agent(model = "test/model", tools(desk), on_error = "return-to-model")]
async fn lenient(text: String) -> Prompt<String> {
    Prompt::user(text)
}

/// You ask the desk, and nothing may fail.
#[agent(model = "test/model", tools(desk))]
async fn strict(text: String) -> Prompt<String> {
    Prompt::user(text)
}

const TOLD_SCHEMA: &str = concat!(
    r#"Expected JSON of this schema: {"type":"object","additionalProperties":false,"properties":"#,
    r#"{"way":{"type":"string","description":"How to fail.","maxLength":8}},"required":["way"]}"#,
);

/// Name of the case, the call, what the model is told.
fn table() -> Vec<(&'static str, (&'static str, &'static str), String)> {
    let invalid =
        |what: &str| format!("the arguments of `desk` are not valid: {what}. {TOLD_SCHEMA}");
    vec![
        (
            "an unknown tool",
            ("dask", "{}"),
            "there is no tool `dask`; the tools are `desk`".into(),
        ),
        (
            "no JSON",
            ("desk", r#"{"way":"#),
            invalid("cannot be read as JSON: EOF while parsing a value at line 1 column 7"),
        ),
        (
            "a list for an object",
            ("desk", r#"["ok"]"#),
            invalid("expected object, found an array"),
        ),
        ("no name", ("", "{}"), "the call names no tool".into()),
        ("a missing field", ("desk", ""), invalid("way: is missing")),
        (
            "every path",
            ("desk", r#"{"way":7,"extra":1}"#),
            invalid("way: expected string, found 7; extra: is unknown; expected `way`"),
        ),
        (
            "a broken rule",
            ("desk", r#"{"way":"much too long"}"#),
            invalid("way: length is greater than 8"),
        ),
        (
            "an error with a secret cause",
            ("desk", r#"{"way":"error"}"#),
            "the desk is closed".into(),
        ),
        (
            "a text",
            ("desk", r#"{"way":"text"}"#),
            "just a text".into(),
        ),
        (
            "a retry",
            ("desk", r#"{"way":"retry"}"#),
            "write `ok`".into(),
        ),
        (
            "a panic",
            ("desk", r#"{"way":"panic"}"#),
            "the tool `desk` panicked".into(),
        ),
    ]
}

#[tokio::test]
async fn under_return_to_model_the_model_is_told_what_the_tool_chose_to_say() {
    for (case, (name, arguments), told) in table() {
        let model = ScriptedModel::new([calls([("c1", name, arguments)]), Response::text("sorry")]);
        let agent = lenient::agent()
            .client(model.clone())
            .state(Ledger::default())
            .build()
            .unwrap();
        let run = agent
            .run("go")
            .await
            .unwrap_or_else(|error| panic!("{case}: {error:?}"));
        assert_eq!(
            run.outcome(),
            &Outcome::Completed("sorry".to_owned()),
            "{case}"
        );
        let requests = model.requests();
        let Some(Message::Tool(results)) = requests[1].transcript.messages().last() else {
            panic!("{case}")
        };
        let error: serde_json::Value = results[0].output.read().unwrap();
        assert_eq!(
            (error, results[0].is_error),
            (serde_json::json!({ "error": told }), true),
            "{case}"
        );
    }
}

#[tokio::test]
async fn under_fail_run_the_run_fails_and_stays_readable() {
    for (case, (name, arguments), told) in table() {
        if case == "a retry" {
            continue;
        }
        let model = ScriptedModel::new([calls([("c1", name, arguments)])]);
        let agent = strict::agent()
            .client(model)
            .state(Ledger::default())
            .build()
            .unwrap();
        let error = agent.run("go").await.unwrap_err();
        let ErrorKind::Tool(failure) = error.kind() else {
            panic!("{case}: {error:?}")
        };
        assert_eq!(
            failure.origin,
            FailureOrigin::Tool {
                name: name.into(),
                call: "c1".into()
            },
            "{case}"
        );
        let state = error.run().expect("the run is readable");
        assert_eq!(
            (state.steps().len(), state.transcript().len()),
            (1, 2),
            "{case}"
        );
        let Some(CallOutcome::Failed { told: kept, .. }) =
            state.call("c1").and_then(|call| call.outcome())
        else {
            panic!("{case}: {:?}", state.call("c1"));
        };
        assert_eq!(*kept, told, "{case}");
    }
}

#[tokio::test]
async fn people_read_the_causes_and_the_message_of_a_panic() {
    for (way, detail) in [
        ("error", "the desk is closed: password hunter2 refused"),
        ("panic", "the tool `desk` panicked: at the disco"),
    ] {
        let arguments = format!(r#"{{"way":"{way}"}}"#);
        let model = ScriptedModel::new([calls([("c1", "desk", &arguments)])]);
        let agent = strict::agent()
            .client(model)
            .state(Ledger::default())
            .build()
            .unwrap();
        let error = agent.run("go").await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the tool `desk` failed (call c1): {detail}")
        );
    }
}

#[tokio::test]
async fn fatal_ends_the_run_and_retry_goes_back_whatever_the_policy() {
    let fatal = ScriptedModel::new([calls([("c1", "desk", r#"{"way":"fatal"}"#)])]);
    let agent = lenient::agent()
        .client(fatal)
        .state(Ledger::default())
        .build()
        .unwrap();
    let error = agent.run("go").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tool `desk` failed (call c1): the building burns"
    );

    let retry = ScriptedModel::new([
        calls([("c1", "desk", r#"{"way":"retry"}"#)]),
        calls([("c2", "desk", r#"{"way":"ok"}"#)]),
        Response::text("done"),
    ]);
    let agent = strict::agent()
        .client(retry)
        .state(Ledger::default())
        .build()
        .unwrap();
    let run = agent.run("go").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
}

#[tokio::test]
async fn a_failed_run_is_taken_up_without_repeating_the_tool() {
    let model = ScriptedModel::new([
        calls([("c1", "desk", r#"{"way":"error"}"#)]),
        Response::text("I see"),
    ]);
    let ledger = Ledger::default();
    let agent = strict::agent()
        .client(model)
        .state(ledger.clone())
        .build()
        .unwrap();
    let error = agent.run("go").await.unwrap_err();
    let run = agent
        .resume(error.run_id().expect("the run has an id"))
        .await
        .unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("I see".to_owned()));
    assert_eq!(ledger.lines(), ["error"]);
}

#[tokio::test]
async fn no_call_runs_beside_one_that_ends_the_run() {
    let model = ScriptedModel::new([calls([
        ("c1", "desk", r#"{"way":"ok"}"#),
        ("c2", "nothing", "{}"),
    ])]);
    let ledger = Ledger::default();
    let agent = strict::agent()
        .client(model)
        .state(ledger.clone())
        .build()
        .unwrap();
    agent.run("go").await.unwrap_err();
    assert_eq!(ledger.lines(), [""; 0]);
}

#[test]
fn the_function_of_a_tool_is_still_a_function() {
    let called = futures_util::FutureExt::now_or_never(desk("ok".into(), State(Ledger::default())));
    assert_eq!(called.expect("it waits for nothing").unwrap(), "ok");
    assert_eq!(<desk as tool::TypedTool>::NAME, "desk");
}

#[tokio::test]
async fn arguments_that_are_encoded_twice_are_read() {
    let twice = r#""{\"way\":\"ok\"}""#;
    let model = ScriptedModel::new([calls([("c1", "desk", twice)]), Response::text("done")]);
    let ledger = Ledger::default();
    let agent = strict::agent()
        .client(model)
        .state(ledger.clone())
        .build()
        .unwrap();
    agent.run("go").await.unwrap();
    assert_eq!(ledger.lines(), ["ok"]);
}

/// Choose the tools of the next question, and misspell one.
#[tool]
async fn choose(State(ledger): State<Ledger>, context: ToolContext) -> u8 {
    ledger.write("chose");
    context.set_next_turn(NextTurn::new().tools(["look_up"]));
    7
}

#[tokio::test]
async fn a_next_turn_that_names_no_tool_fails_its_question_and_loses_no_output() {
    let ledger = Ledger::default();
    let model = ScriptedModel::new([calls([("c1", "choose", "{}")]), Response::text("done")]);
    let chooser = || {
        let agent = Agent::builder("chooser").model("test/model");
        agent.tools(choose {}).state(ledger.clone())
    };
    let store = MemoryStore::new();
    let agent = chooser().client(model.clone()).store(store.clone());
    let error = agent.build().unwrap().run("go").await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Model(_)), "{error:?}");
    let state = error.run().expect("the run is readable");
    assert_eq!(
        state.failure().map(|failure| &*failure.detail),
        Some("unsupported request: it offers the tool `look_up`, which the agent does not have")
    );
    let outcome = state.call("c1").and_then(|call| call.outcome());
    assert_eq!(
        outcome,
        Some(&CallOutcome::Output(RawJson::of(&7).unwrap()))
    );
    assert_eq!(model.requests().len(), 1, "the endpoint was not asked");

    // An agent that has the tool goes on.
    let look_up = Tool::builder("look_up").description("Look up.");
    let look_up = look_up.handler(async |_: Nothing, _| Ok::<_, ToolError>(1));
    let agent = chooser().tools(look_up.build()).client(model).store(store);
    let run = agent.build().unwrap().resume(state).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["chose"]);
}
