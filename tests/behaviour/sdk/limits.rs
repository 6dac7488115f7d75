//! Limits and reviews: fault 11 of the TypeScript runtime.

use std::time::Duration;

use phaseo_agent::model::{FinishReason, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Limits, Review, State as RunState};
use phaseo_agent::testing::ScriptedModel;

use super::{automatic, manual, told};
use crate::{Ledger, calls};

fn builder(model: &ScriptedModel) -> AgentBuilder<String, String> {
    let agent = Agent::builder("clerk").model("test/model");
    agent.client(model.clone())
}

const HOUR: u64 = 3_600_000;

/// The same run, as if its first `entries` entries had been written an hour before.
fn an_hour_earlier(state: &RunState, entries: usize) -> RunState {
    let text = serde_json::to_string(state).expect("a state is JSON");
    let mut document: serde_json::Value = serde_json::from_str(&text).expect("it was written");
    for entry in &mut document["log"].as_array_mut().expect("a list")[..entries] {
        let at = entry["at"].as_u64().expect("a time");
        entry["at"] = (at - HOUR).into();
    }
    serde_json::from_str(&document.to_string()).expect("only times were changed")
}

#[tokio::test]
async fn f11_the_time_that_a_run_waits_for_people_does_not_count() {
    let model = ScriptedModel::new([calls([("c1", "sign", "{}")])]);
    let agent = builder(&model).tools(manual("sign"));
    let agent = agent.stop_when(Limits::new().duration(Duration::from_secs(60)));
    let agent = agent.build().unwrap();
    let run = agent.run("go").await.unwrap();
    let entries = run.state().entries().len();

    // Each is taken up by an agent that has not seen it.
    let take_up = async |state: RunState| {
        let model = ScriptedModel::new([Response::text("done")]);
        let agent = builder(&model).tools(manual("sign"));
        let agent = agent.stop_when(Limits::new().duration(Duration::from_secs(60)));
        let agent = agent.build().unwrap();
        let run = agent.resume(state).output("c1", "signed").await.unwrap();
        run.into_outcome()
    };
    let waited = an_hour_earlier(run.state(), entries);
    assert_eq!(take_up(waited).await, Outcome::Completed("done".to_owned()));
    let worked = an_hour_earlier(run.state(), 1);
    assert_eq!(
        take_up(worked).await,
        Outcome::Stopped(Stop::MaxDuration { limit_ms: 60_000 }),
        "time at work does count"
    );
}

/// How a run ends that is to end by the reason for which each answer stops.
async fn ended(answer: &str) -> Outcome<u8> {
    let agent = AgentBuilder::of("counter", async |text: String| {
        Ok::<_, ToolError>(Prompt::<u8>::user(text))
    });
    let agent = agent
        .model("test/model")
        .stop_when(Limits::new().finish_reason(FinishReason::Stop))
        .client(ScriptedModel::new([Response::text(answer)]))
        .build()
        .expect("the agent is complete");
    let run = agent.run("go").await.expect("it ends");
    run.into_outcome()
}

#[tokio::test]
async fn f11_a_final_answer_is_checked_and_completes_the_run_whatever_limit_it_meets() {
    assert_eq!(ended("7").await, Outcome::Completed(7));
    let Outcome::Stopped(Stop::UnusableAnswer { text, .. }) = ended("seven").await else {
        panic!("it is no number")
    };
    assert_eq!(text, "seven");
}

#[tokio::test]
async fn f11_limits_are_looked_at_inside_a_loop_of_tool_calls() {
    let model = ScriptedModel::new([1, 2, 3].map(|_| calls([("c1", "look", "{}")])));
    let agent = builder(&model)
        .stop_if(|turn| (turn.step() > 2).then(|| format!("{} steps are enough", turn.step() - 1)));
    let agent = agent.tools(automatic("look", &Ledger::default())).build();
    let run = agent.unwrap().run("go").await.unwrap();
    let reason = "2 steps are enough".to_owned();
    assert_eq!(run.outcome(), &Outcome::Stopped(Stop::Condition { reason }));
    assert_eq!(model.requests().len(), 2);
}

#[tokio::test]
async fn f11_a_review_is_about_the_answer_and_leaves_no_call_without_its_result() {
    let model = ScriptedModel::new([
        calls([("c1", "look", "{}")]),
        Response::text("draft"),
        Response::text("final"),
    ]);
    let reviewed = Ledger::default();
    let notes = reviewed.clone();
    let agent = builder(&model)
        .tools(automatic("look", &Ledger::default()))
        .human_review(move |answer: &String, _| {
            notes.write(answer);
            (answer == "draft").then(|| Review::new("a draft"))
        });
    let agent = agent.build().unwrap();
    let run = agent.run("go").await.unwrap();
    assert_eq!(reviewed.lines(), ["draft"], "not the turn with the call");
    let run = agent.resume(run.id()).say("Finish it.").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("final".to_owned()));
    assert_eq!(told(&model.requests()[2]), [("c1", r#""look ran""#, false)]);
}
