//! Faults of this crate's predecessor that must not be ours: (a) to (d) and (j) to (n).

use std::time::Duration;

use phaseo_agent::model::{ModelError, ModelErrorKind, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{PendingKind, Status};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::OnError;
use phaseo_agent::usage::Usage;

use super::{Nothing, automatic, gated, manual, output, pause, pending, refusal, told, watch};
use crate::{Ledger, calls};

fn clerk(
    model: &ScriptedModel,
    tools: impl IntoIterator<Item = Tool>,
) -> AgentBuilder<String, String> {
    let tools: Vec<_> = tools.into_iter().collect();
    let agent = Agent::builder("clerk").model("test/model").tools(tools);
    agent.client(model.clone())
}

#[tokio::test]
async fn a_an_error_has_the_run_and_its_end_is_told() {
    let (ledger, seen) = (Ledger::default(), Ledger::default());
    let used = Usage::of_tokens(10, 4);
    let model = ScriptedModel::new([calls([("c1", "look", "{}")]).with_usage(used)]);
    model.push(Err(ModelError::new(ModelErrorKind::Server, "oops")));
    model.push(Ok(Response::text("done")));
    let agent = clerk(&model, [automatic("look", &ledger)]).build().unwrap();

    let error = agent.run("go").on_event(watch(&seen)).await.unwrap_err();
    let kept = error.run().unwrap();
    assert_eq!(kept.status(), Status::Failed);
    assert_eq!((kept.steps().len(), kept.transcript().len()), (2, 3));
    assert_eq!(kept.usage(), used);
    assert_eq!(output(kept, "c1"), Some(r#""look ran""#));
    let seen = seen.lines();
    assert_eq!(
        seen[seen.len() - 3..],
        ["model.failed", "step.failed", "run.failed"]
    );

    let run = agent.resume(kept).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["look"], "what was done is not done again");
}

#[tokio::test]
async fn b_the_events_of_approved_calls_are_told() {
    let ledger = Ledger::default();
    let model = ScriptedModel::new([calls([("c1", "pay", "{}")]), Response::text("done")]);
    let agent = clerk(&model, [gated("pay", &ledger)]).build().unwrap();
    let run = agent.run("go").await.unwrap();
    let seen = Ledger::default();
    let resume = agent.resume(run.id()).approve("c1");
    resume.on_event(watch(&seen)).await.unwrap();
    assert_eq!(
        seen.lines(),
        [
            "run.resumed",
            "tool.started",
            "tool.completed",
            "checkpoint.saved",
            "step.started",
            "model.requested",
            "model.completed",
            "step.completed",
            "checkpoint.saved",
            "run.completed",
        ]
    );
}

#[tokio::test]
async fn c_an_output_is_kept_when_a_later_one_is_refused() {
    let model = ScriptedModel::new([
        calls([("c1", "sign", "{}"), ("c2", "sign", "{}")]),
        Response::text("done"),
    ]);
    let agent = clerk(&model, [manual("sign")]).build().unwrap();
    let run = agent.run("go").await.unwrap();
    let run = agent.resume(run.id()).output("c1", "one").await.unwrap();
    refusal(agent.resume(run.id()).output("c2", 2).await);

    let run = agent.resume(run.id()).await.unwrap();
    assert_eq!(pending(pause(&run)), [("c2", PendingKind::Manual)]);
    assert_eq!(output(run.state(), "c1"), Some(r#""one""#));
    agent.resume(run.id()).output("c2", "two").await.unwrap();
    assert_eq!(
        told(&model.requests()[1]),
        [("c1", r#""one""#, false), ("c2", r#""two""#, false)]
    );
}

#[tokio::test]
async fn d_a_run_is_resumed_by_its_own_agent() {
    let ledger = Ledger::default();
    let model = ScriptedModel::new([calls([("c1", "pay", "{}")])]);
    let agent = clerk(&model, [gated("pay", &ledger)]).build().unwrap();
    let run = agent.run("go").await.unwrap();
    let other = Agent::builder("other").model("test/model").client(model);
    let other = other.tools(gated("pay", &ledger)).build().unwrap();
    let error = other.resume(run.state()).approve("c1").await.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OtherAgent { run, asked } if run == "clerk" && asked == "other"),
        "{error:?}"
    );
    assert_eq!(ledger.lines(), [""; 0]);
}

#[tokio::test]
async fn j_the_ids_of_runs_are_random() {
    let answers = ["1", "2"].map(Response::text);
    let agent = clerk(&ScriptedModel::new(answers), []).build().unwrap();
    let (one, two) = tokio::join!(agent.run("go").into_future(), agent.run("go").into_future());
    let (one, two) = (one.unwrap(), two.unwrap());
    // A UUID of version 7: a version, a variant, and 74 random bits after the milliseconds.
    for id in [one.id(), two.id()] {
        let parts: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12], "{id}");
        assert_eq!(&id[14..15], "7", "{id}");
        assert!("89ab".contains(&id[19..20]), "{id}");
    }
    assert_ne!(one.id()[20..], two.id()[20..]);
}

#[tokio::test]
async fn k_an_error_of_the_model_keeps_what_the_endpoint_said() {
    let model = ScriptedModel::default();
    let mut failure = ModelError::new(ModelErrorKind::RateLimit, "slow down");
    failure.status = Some(429);
    failure.code = Some("too_many".into());
    failure.request_id = Some("req_1".into());
    failure.provider = Some("openai".into());
    failure.retry_after = Some(Duration::from_secs(3));
    model.push(Err(failure.with_source("the socket closed")));
    let error = clerk(&model, [])
        .build()
        .unwrap()
        .run("go")
        .await
        .unwrap_err();

    assert!(error.is_retryable());
    let ErrorKind::Model(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(
        (cause.kind, cause.status, cause.code.as_deref()),
        (ModelErrorKind::RateLimit, Some(429), Some("too_many"))
    );
    assert_eq!(
        (
            cause.request_id.as_deref(),
            cause.provider.as_deref(),
            cause.retry_after
        ),
        (Some("req_1"), Some("openai"), Some(Duration::from_secs(3)))
    );
    let mut levels = Vec::new();
    let mut level: Option<&dyn std::error::Error> = Some(&error);
    while let Some(error) = level {
        levels.push(error.to_string());
        level = error.source();
    }
    assert_eq!(
        levels,
        [
            "the model call failed",
            "rate limited (HTTP 429): slow down",
            "the socket closed",
        ]
    );
}

#[tokio::test]
async fn l_a_tool_that_is_not_there_does_not_end_a_run_that_returns_failures() {
    let ask = calls([("c1", "lok", "{}")]);
    let told_is = r#"{"error":"there is no tool `lok`; the tools are `look`"}"#;
    let ledger = Ledger::default();
    let model = ScriptedModel::new([ask.clone(), Response::text("done")]);
    let agent = clerk(&model, [automatic("look", &ledger)]);
    let agent = agent.on_error(OnError::ReturnToModel).build().unwrap();
    let run = agent.run("go").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(told(&model.requests()[1]), [("c1", told_is, true)]);

    let model = ScriptedModel::new([ask]);
    let agent = clerk(&model, [automatic("look", &ledger)]).build().unwrap();
    let error = agent.run("go").await.unwrap_err();
    let result = error.run().unwrap().call("c1").and_then(|it| it.result());
    assert_eq!(result.map(|it| it.output.to_string()), Some(told_is.into()));
}

#[tokio::test]
async fn m_a_tool_that_panics_is_a_tool_that_fails() {
    let burn = Tool::builder("burn")
        .description("Burn.")
        .sync_handler(|_: Nothing, _| -> Result<(), ToolError> { panic!("fire") })
        .build();
    let ask = calls([("c1", "burn", "{}")]);
    let model = ScriptedModel::new([ask.clone(), ask, Response::text("done")]);
    let agent = clerk(&model, [burn.clone()]).build().unwrap();
    let error = agent.run("go").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tool `burn` failed (call c1): the tool `burn` panicked: fire"
    );
    assert_eq!(error.run().map(|run| run.status()), Some(Status::Failed));

    let lenient = clerk(&model, [burn]).on_error(OnError::ReturnToModel);
    let run = lenient.build().unwrap().run("go").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(
        told(&model.requests()[2]),
        [("c1", r#"{"error":"the tool `burn` panicked"}"#, true)],
        "what the panic said stays here"
    );
}

#[tokio::test]
async fn n_a_run_and_its_handler_can_be_driven_in_a_task_of_their_own() {
    let ledger = Ledger::default();
    let model = ScriptedModel::new([calls([("c1", "pay", "{}")]), Response::text("done")]);
    let agent = clerk(&model, [gated("pay", &ledger)]).build().unwrap();
    let seen = Ledger::default();
    let (driver, watcher) = (agent.clone(), watch(&seen));
    let task = async move { driver.run("go").on_event(watcher).await };
    let run = tokio::spawn(task).await.unwrap().unwrap();
    let (id, watcher) = (run.id().to_owned(), watch(&seen));
    let task = async move { agent.resume(id).approve("c1").on_event(watcher).await };
    let run = tokio::spawn(task).await.unwrap().unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    let seen = seen.lines();
    assert_eq!(
        (seen[0].as_str(), seen[6].as_str()),
        ("run.started", "run.waiting_for_human")
    );
    assert_eq!(seen.last().map(String::as_str), Some("run.completed"));
}
