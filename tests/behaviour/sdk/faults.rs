//! Faults of the TypeScript runtime that must not be ours: 1, 4, 7, 12, 15.

use phaseo_agent::Approval;
use phaseo_agent::item::Message;
use phaseo_agent::model::{ModelError, ModelErrorKind, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{PendingKind, Turn};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::NextTurn;
use phaseo_agent::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{automatic, gated, output, pause, pending};
use crate::{Ledger, calls};

fn builder(model: &ScriptedModel) -> AgentBuilder<String, String> {
    let agent = Agent::builder("clerk").model("test/model");
    agent.client(model.clone())
}

#[tokio::test]
async fn f01_instructions_are_sent_once() {
    let model = ScriptedModel::new([calls([("c1", "look", "{}")]), Response::text("done")]);
    let agent = builder(&model).instructions("You are a clerk.");
    let agent = agent.tools(automatic("look", &Ledger::default())).build();
    agent.unwrap().run("go").await.unwrap();
    for request in model.requests() {
        assert_eq!(request.instructions.as_deref(), Some("You are a clerk."));
        let messages = serde_json::to_string(request.transcript.messages()).unwrap();
        assert!(!messages.contains("You are a clerk."), "{messages}");
    }
}

/// The app's own context.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Desk {
    name: String,
}

fn set_desk() -> Tool {
    Tool::builder("set_desk")
        .description("Go to another desk.")
        .sync_handler(|desk: Desk, context: ToolContext| {
            context.set_context(&desk)?;
            Ok::<_, ToolError>(())
        })
        .build()
}

/// The model that is asked after a turn with these calls of the tools `set_desk` and `look`.
async fn asked_after(turn: Response) -> String {
    let model = ScriptedModel::new([turn, Response::text("done")]);
    let agent = builder(&model)
        .tools([set_desk(), automatic("look", &Ledger::default())])
        .context(Desk {
            name: "first".into(),
        })
        .each_turn(|turn: &Turn<'_>| {
            let desk: Desk = turn.context().expect("every run has a desk");
            NextTurn::new().model(desk.name)
        });
    let agent = agent.build().expect("the agent is complete");
    agent.run("go").await.expect("it completes");
    model.requests()[1].model.to_string()
}

#[tokio::test]
async fn f04_a_call_that_sets_no_context_does_not_undo_what_another_set() {
    let set = ("c1", "set_desk", r#"{"name":"second"}"#);
    let turn = calls([set, ("c2", "look", "{}")]);
    assert_eq!(asked_after(turn).await, "second");
    let third = ("c2", "set_desk", r#"{"name":"third"}"#);
    assert_eq!(asked_after(calls([set, third])).await, "third");
}

/// How a run stands whose agent says this of its gated call.
async fn under_policy(
    said: impl Into<Approval> + Clone + Send + Sync + 'static,
) -> (Run<String>, Ledger) {
    let ledger = Ledger::default();
    let model = ScriptedModel::new([calls([("c1", "pay", "{}")]), Response::text("done")]);
    let agent = builder(&model)
        .tools(gated("pay", &ledger))
        .approval(move |_| {
            let said = said.clone();
            async { Ok::<_, ToolError>(said) }
        });
    let agent = agent.build().expect("the agent is complete");
    let run = agent.run("go").await.expect("it completes or pauses");
    (run, ledger)
}

#[tokio::test]
async fn f07_an_agent_that_asks_for_nothing_leaves_the_tools_gate_closed() {
    for said in [Approval::from(false), Approval::Inherit] {
        let (run, ledger) = under_policy(said).await;
        assert_eq!(pending(pause(&run)), [("c1", PendingKind::ToolApproval)]);
        assert_eq!(ledger.lines(), [""; 0]);
    }
    let (run, ledger) = under_policy(Approval::Allow).await;
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["pay"], "only that opens it");
}

#[tokio::test]
async fn f12_what_a_failed_question_used_is_counted() {
    let model = ScriptedModel::default();
    let mut failure = ModelError::new(ModelErrorKind::Incomplete, "it broke off");
    let partial = Response::text("hel").with_usage(Usage::of_tokens(10, 4));
    failure.partial = Some(Box::new(partial));
    model.push(Err(failure));
    model.push(Ok(
        Response::text("hello").with_usage(Usage::of_tokens(10, 6))
    ));
    let agent = builder(&model).build().unwrap();
    let error = agent.run("go").await.unwrap_err();
    let kept = error.run().unwrap();
    assert_eq!(kept.usage(), Usage::of_tokens(10, 4));
    let run = agent.resume(kept.run_id()).await.unwrap();
    assert_eq!(run.usage(), Usage::of_tokens(20, 10));
}

#[derive(Deserialize, JsonSchema)]
struct Shout {
    /// Read in capitals.
    #[serde(deserialize_with = "capitals")]
    #[schemars(with = "String")]
    text: String,
}

fn capitals<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| text.to_uppercase())
}

fn shout() -> Tool {
    Tool::builder("shout")
        .description("Shout.")
        .sync_handler(|input: Shout, _| Ok::<_, ToolError>(input.text))
        .build()
}

#[tokio::test]
async fn f15_the_input_as_a_tool_reads_it_is_not_written_back_into_the_conversation() {
    let written = "{ \"text\" : \"hey\" }";
    let model = ScriptedModel::new([calls([("c1", "shout", written)]), Response::text("done")]);
    let agent = builder(&model).tools(shout()).build().unwrap();
    let run = agent.run("go").await.unwrap();
    assert_eq!(output(run.state(), "c1"), Some(r#""HEY""#));
    let requests = model.requests();
    let [_, Message::Assistant(answer), _] = requests[1].transcript.messages() else {
        panic!("{:?}", requests[1].transcript)
    };
    let call = answer.calls().next().unwrap();
    assert_eq!(call.arguments, written);
}

#[test]
fn f15_two_tools_of_one_name_and_names_that_no_tool_can_have_are_refused() {
    let ledger = Ledger::default();
    let names = ["look", "look", "look it up"];
    let tools = names.map(|name| automatic(name, &ledger));
    let agent = builder(&ScriptedModel::default()).tools(tools);
    let error = agent.build().unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().any(|it| it.contains("`look`")));
    assert!(problems.iter().any(|it| it.contains("`look it up`")));
}

#[tokio::test]
async fn f15_a_call_id_that_comes_twice_is_told_apart_and_goes_back_as_it_came() {
    let call = |text: &str| calls([("c1", "shout", &format!(r#"{{"text":"{text}"}}"#))]);
    let model = ScriptedModel::new([call("one"), call("two"), Response::text("done")]);
    let agent = builder(&model).tools(shout()).build().unwrap();
    let run = agent.run("go").await.unwrap();
    assert_eq!(output(run.state(), "c1"), Some(r#""ONE""#));
    assert_eq!(output(run.state(), "c1#2"), Some(r#""TWO""#));
    let Some(Message::Tool(results)) = run.state().transcript().get(4) else {
        panic!("{:?}", run.state().transcript())
    };
    assert_eq!(results[0].provider_id, "c1");
}
