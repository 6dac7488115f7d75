//! The option `context`: runs that do not have what the agent needs are refused.

use phaseo_agent::ErrorKind;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use serde::{Deserialize, Serialize};

use crate::calls;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Session {
    user: String,
}

fn session() -> Session {
    Session {
        user: "Ada".to_owned(),
    }
}

/// You serve whoever it is.
#[agent(model = "test/model", context = Session)]
async fn desk(question: String) -> Prompt<String> {
    Prompt::user(question)
}

fn refused(error: &Error) -> &str {
    match error.kind() {
        ErrorKind::Overrides(problems) => &problems[0],
        _ => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn a_run_without_the_context_is_refused() {
    let model = ScriptedModel::new([Response::text("Yes."), Response::text("Yes.")]);
    let agent = desk::agent().client(model.clone()).build().unwrap();
    let name = std::any::type_name::<Session>();

    let error = agent.run("?").await.unwrap_err();
    let needs = format!(
        "it has no context, and the agent needs one of type `{name}`: supply it with `.context(..)`"
    );
    assert_eq!(refused(&error), needs);
    assert!(error.run().is_none());

    let error = agent.run("?").context(5).await.unwrap_err();
    let other = format!("its context is not of type `{name}`: ");
    assert!(refused(&error).starts_with(&other), "{error}");
    assert!(model.requests().is_empty());

    let run = agent.run("?").context(session()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Yes.".to_owned()));

    let error = agent.resume(run.id()).context("none").say("And?").await;
    assert!(refused(&error.unwrap_err()).starts_with(&other));
    let run = agent.resume(run.id()).say("And?").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Yes.".to_owned()));
}

#[tokio::test]
async fn a_context_that_the_builder_is_given_is_checked_when_it_builds() {
    let build = |context: serde_json::Value| {
        let model = ScriptedModel::new([Response::text("Yes.")]);
        desk::agent().client(model).context(context).build()
    };
    let error = build(serde_json::json!({"name": "Ada"})).unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    let name = std::any::type_name::<Session>();
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with(&format!(
            "its context is not of type `{name}`: missing field `user`"
        )),
        "{problems:?}"
    );

    let agent = build(serde_json::json!({"user": "Ada"})).unwrap();
    let run = agent.run("?").await.unwrap();
    assert_eq!(run.state().root().context::<Session>().unwrap(), session());
}

/// It may be nobody.
#[agent(model = "test/model", context = Option<Session>)]
async fn anybody(question: String) -> Prompt<String> {
    Prompt::user(question)
}

#[tokio::test]
async fn a_type_that_null_is_of_needs_no_context() {
    let model = ScriptedModel::new([Response::text("Yes.")]);
    let agent = anybody::agent().client(model).build().unwrap();
    let run = agent.run("?").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Yes.".to_owned()));
    let error = agent.run("?").context(5).await.unwrap_err();
    assert!(
        refused(&error).starts_with("its context is not of type"),
        "{error}"
    );
}

/// Its function sets something else.
#[agent(model = "test/model", context = Session)]
async fn forgetful(context: RunContext<u8>) -> Result<Prompt<String>, ToolError> {
    context.set(&5)?;
    Ok(Prompt::user("?"))
}

#[tokio::test]
async fn what_the_function_sets_is_of_the_type_too() {
    let model = ScriptedModel::default();
    let agent = forgetful::agent().client(model.clone()).build().unwrap();
    let error = agent.run(()).context(session()).await.unwrap_err();
    let ErrorKind::Prompt(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert!(
        cause.to_string().starts_with("its context is not of type"),
        "{cause}"
    );
    assert!(model.requests().is_empty());
}

/// You have a desk.
#[agent(model = "test/model", tools(desk::agent()))]
async fn lobby() -> Prompt<String> {
    Prompt::user("?")
}

#[tokio::test]
async fn a_sub_agent_needs_it_of_the_outer_run() {
    let script = || {
        ScriptedModel::new([
            calls([("c1", "desk", r#"{"question":"?"}"#)]),
            Response::text("Yes."),
            Response::text("done"),
        ])
    };
    let model = script();
    let agent = lobby::agent().client(model.clone()).build().unwrap();
    let error = agent.run(()).await.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Tool(failure) if failure.to_string().contains("it has no context")),
        "{error:?}"
    );
    assert_eq!(model.requests().len(), 1);

    let agent = lobby::agent().client(script()).context(session()).build();
    let run = agent.unwrap().run(()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
}

#[tokio::test]
async fn a_builder_says_the_same() {
    let agent = Agent::builder("plain")
        .model("test/model")
        .context_type::<Session>()
        .client(ScriptedModel::default())
        .build()
        .unwrap();
    let error = agent.run("?").await.unwrap_err();
    assert!(refused(&error).starts_with("it has no context"), "{error}");
}
