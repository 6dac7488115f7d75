//! Pauses and what ends them: behaviours 1, 2, 3, 14, 18, 19.

use phaseo_agent::RawJson;
use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{PendingKind, Review, Status};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Interactive;

use super::{
    Nothing, automatic, gated, manual, output, pause, pending, refusal, results, told, watch,
};
use crate::{Ledger, calls};

/// An agent whose promises a person must look at.
fn writer(answers: impl IntoIterator<Item = Response>) -> (Agent<String, String>, ScriptedModel) {
    let model = ScriptedModel::new(answers);
    let agent = Agent::builder("writer")
        .model("test/model")
        .client(model.clone())
        .human_review(|answer: &String, turn| {
            let payload = RawJson::of(&turn.step()).expect("a number is JSON");
            answer
                .contains("guarantee")
                .then(|| Review::new("It promises something.").payload(payload))
        });
    (agent.build().expect("the agent is complete"), model)
}

fn promise() -> Response {
    let mut response = Response::text("We guarantee it.");
    response.id = Some("req_1".into());
    response.native_id = Some("native_1".into());
    response
}

#[tokio::test]
async fn b01_a_review_pauses_the_run() {
    let (agent, _) = writer([promise()]);
    let seen = Ledger::default();
    let run = agent.run("go").on_event(watch(&seen)).await.unwrap();

    assert_eq!(run.state().status(), Status::WaitingForHuman);
    assert_eq!(run.state().answer(), None);
    let waits = &pause(&run).pending[0];
    assert_eq!(
        (waits.kind, waits.reason.as_str(), waits.input.as_str()),
        (PendingKind::HumanReview, "It promises something.", "1")
    );
    let response = run.steps()[0].response.as_ref().unwrap();
    assert_eq!(
        (response.id.as_deref(), response.native_id.as_deref()),
        (Some("req_1"), Some("native_1"))
    );
    assert_eq!(
        seen.lines(),
        [
            "run.started",
            "step.started",
            "model.requested",
            "model.completed",
            "step.completed",
            "checkpoint.saved",
            "run.waiting_for_human",
        ]
    );
}

#[tokio::test]
async fn b02_what_a_reviewer_says_is_a_user_message_and_the_answer_to_it_ends_the_run() {
    let (agent, _) = writer([promise(), Response::text("We will try.")]);
    let run = agent.run("go").await.unwrap();
    let seen = Ledger::default();
    let resume = agent.resume(run.id()).say("Promise nothing.");
    let run = resume.on_event(watch(&seen)).await.unwrap();

    assert_eq!(
        run.outcome(),
        &Outcome::Completed("We will try.".to_owned())
    );
    assert_eq!(run.state().pause(), None);
    let [
        _,
        Message::Assistant(first),
        Message::User(said),
        Message::Assistant(last),
    ] = run.state().transcript()
    else {
        panic!("{:?}", run.state().transcript())
    };
    assert_eq!(first.text(), "We guarantee it.");
    assert_eq!(said[0].as_text(), Some("Promise nothing."));
    assert_eq!(last.text(), "We will try.");
    let seen = seen.lines();
    assert_eq!(seen[0], "run.resumed");
    assert_eq!(seen.iter().filter(|seen| *seen == "run.resumed").count(), 1);
    assert_eq!(seen.last().map(String::as_str), Some("run.completed"));
}

#[tokio::test]
async fn b03_a_review_without_a_word_stays_open_and_can_still_be_answered() {
    let (agent, model) = writer([promise()]);
    let run = agent.run("go").await.unwrap();
    let before = run.state().entries().len();

    let again = agent.resume(run.id()).await.unwrap();
    assert_eq!(again.outcome(), run.outcome());
    assert_eq!(again.state().entries().len(), before);
    assert!(pause(&again).to_string().contains("waits"));

    let review = &pause(&again).pending[0].id;
    let done = agent.resume(run.id()).approve(review).await.unwrap();
    let answer = "We guarantee it.".to_owned();
    assert_eq!(done.outcome(), &Outcome::Completed(answer));
    assert_eq!(model.requests().len(), 1, "the answer was there");
}

fn clerk(
    tools: impl IntoIterator<Item = Tool>,
    answers: impl IntoIterator<Item = Response>,
) -> (Agent<String, String>, ScriptedModel) {
    let model = ScriptedModel::new(answers);
    let tools: Vec<_> = tools.into_iter().collect();
    let agent = Agent::builder("clerk").model("test/model").tools(tools);
    let agent = agent.client(model.clone()).build();
    (agent.expect("the agent is complete"), model)
}

/// A tool that asks a person for its output.
fn asking() -> Tool {
    Tool::builder("hitl")
        .description("Ask a person.")
        .interactive(async |_: Nothing, _| {
            Ok::<_, ToolError>(Interactive::<String>::pending("a person knows"))
        })
        .build()
}

#[tokio::test]
async fn b14_a_turn_with_one_call_of_each_kind() {
    let ledger = Ledger::default();
    let (auto, gate) = (automatic("auto", &ledger), gated("gate", &ledger));
    let turn = ["auto", "gate", "hitl", "manual"].map(|name| (name, name, "{}"));
    let (agent, model) = clerk(
        [auto, gate, asking(), manual("manual")],
        [calls(turn), Response::text("done")],
    );

    let run = agent.run("go").await.unwrap();
    assert_eq!(
        pending(pause(&run)),
        [
            ("gate", PendingKind::ToolApproval),
            ("hitl", PendingKind::Interactive),
            ("manual", PendingKind::Manual),
        ]
    );
    assert_eq!(ledger.lines(), ["auto"]);

    let resume = agent
        .resume(run.id())
        .approve("gate")
        .reject("hitl", "Not authorised")
        .output("manual", "external");
    let run = resume.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["auto", "gate"]);
    assert_eq!(
        told(&model.requests()[1]),
        [
            ("auto", r#""auto ran""#, false),
            ("gate", r#""gate ran""#, false),
            ("hitl", r#"{"error":"Not authorised"}"#, true),
            ("manual", r#""external""#, false),
        ]
    );
}

#[tokio::test]
async fn b18_a_forged_output_never_replaces_an_execution() {
    let ledger = Ledger::default();
    let (agent, model) = clerk(
        [gated("pay", &ledger)],
        [calls([("c1", "pay", "{}")]), Response::text("done")],
    );
    let run = agent.run("go").await.unwrap();

    let forged = agent.resume(run.id()).output("c1", "forged");
    assert_eq!(
        refusal(forged.await),
        "`output` does not answer the call `c1`, which waits for: tool approval"
    );
    let both = agent.resume(run.id()).approve("c1").output("c1", "forged");
    assert_eq!(refusal(both.await), "the call `c1` was decided twice");
    assert_eq!(ledger.lines(), [""; 0]);

    agent.resume(run.id()).approve("c1").await.unwrap();
    assert_eq!(ledger.lines(), ["pay"]);
    assert_eq!(
        told(&model.requests()[1]),
        [("c1", r#""pay ran""#, false)],
        "the output is the executor's"
    );
}

#[tokio::test]
async fn b18_a_gated_call_that_a_person_does_needs_approval_and_output() {
    let sign = Tool::builder("sign")
        .description("A person signs it.")
        .require_approval()
        .manual::<Nothing, String>()
        .build();
    let (agent, model) = clerk(
        [sign],
        [calls([("c1", "sign", "{}")]), Response::text("done")],
    );
    let run = agent.run("go").await.unwrap();
    assert_eq!(
        pending(pause(&run)),
        [("c1", PendingKind::ToolApproval)],
        "approval comes first"
    );
    refusal(agent.resume(run.id()).output("c1", "signed").await);

    let run = agent.resume(run.id()).approve("c1").await.unwrap();
    assert_eq!(pending(pause(&run)), [("c1", PendingKind::Manual)]);
    let run = agent.resume(run.id()).output("c1", "signed").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(told(&model.requests()[1]), [("c1", r#""signed""#, false)]);
}

#[tokio::test]
async fn b19_the_result_of_an_automatic_call_is_there_while_another_waits() {
    let ledger = Ledger::default();
    let (agent, _) = clerk(
        [automatic("auto", &ledger), manual("external")],
        [
            calls([("c1", "auto", "{}"), ("c2", "external", "{}")]),
            Response::text("done"),
        ],
    );
    let run = agent.run("go").await.unwrap();
    assert_eq!(pending(pause(&run)), [("c2", PendingKind::Manual)]);
    assert_eq!(output(run.state(), "c1"), Some(r#""auto ran""#));

    let run = agent.resume(run.id()).output("c2", "given").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["auto"]);
    assert_eq!(
        results(run.state().transcript()),
        [("c1", r#""auto ran""#, false), ("c2", r#""given""#, false)]
    );
}
