//! Agents as tools of other agents.

use std::sync::Arc;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{CallOutcome, Limits, Stop};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::{OnError, Options};
use phaseo_agent::usage::Usage;
use phaseo_agent::{Agent, AgentBuilder, ErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::{Ledger, calls, type_of};

#[derive(Deserialize, JsonSchema)]
struct Refund {
    /// The customer.
    customer: String,
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Refunded {
    cents: u32,
}

/// Pay money back.
#[tool(approval = true)]
async fn pay(cents: u32, State(ledger): State<Ledger>, context: ToolContext) -> u32 {
    ledger.write(format!(
        "{} paid {cents} for {}",
        context.agent_id(),
        context.call().id
    ));
    cents
}

fn refunder() -> AgentBuilder<Refund, Refunded> {
    AgentBuilder::of("refunder", async |refund: Refund| {
        Ok::<_, ToolError>(Prompt::user(format!("Refund {}.", refund.customer)))
    })
    .instructions("You refund customers.")
    .tools(pay {})
}

fn desk(model: &ScriptedModel, tool: Tool, ledger: &Ledger) -> Agent<String, String> {
    let desk = Agent::builder("desk").model("test/big").tools(tool);
    desk.client(model.clone())
        .state(ledger.clone())
        .build()
        .expect("the agent is complete")
}

fn script() -> ScriptedModel {
    ScriptedModel::new([
        calls([("c1", "refunder", r#"{"customer":"Ada"}"#)]).with_usage(Usage::of_tokens(10, 1)),
        calls([("c1", "pay", r#"{"cents":500}"#)]).with_usage(Usage::of_tokens(20, 2)),
        Response::text(r#"{"cents":500}"#).with_usage(Usage::of_tokens(30, 3)),
        Response::text("Ada has her money back.").with_usage(Usage::of_tokens(40, 4)),
    ])
}

#[tokio::test]
async fn a_pause_inside_is_decided_from_outside_and_its_answer_is_the_tools_output() {
    let (model, ledger) = (script(), Ledger::default());
    let agent = desk(&model, refunder().as_tool(Options::new()), &ledger);
    let run = agent.run("Refund Ada.").await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{run:?}")
    };
    assert_eq!(
        pause.to_string(),
        r#"c1/c1: pay({"cents":500}) waits: the tool needs approval (in `refunder`)"#
    );
    let mut told = Vec::new();
    let resumed = agent.resume(run.id()).approve("c1/c1").on_event(|event| {
        told.push(format!(
            "{}{}",
            "> ".repeat(event.path.len()),
            type_of(event)
        ));
    });
    let run = resumed.await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed("Ada has her money back.".to_owned())
    );
    assert_eq!(ledger.lines(), ["refunder paid 500 for c1/c1"]);
    assert_eq!(run.usage().total_tokens, 110);
    let inner = run.state().opened_by("c1").unwrap();
    assert_eq!(
        (inner.agent_id(), inner.usage().total_tokens),
        ("refunder", 55)
    );
    assert_eq!(
        told,
        [
            "run.resumed",
            "decision.taken",
            "> tool.started",
            "> tool.completed",
            "> checkpoint.saved",
            "> step.started",
            "> model.requested",
            "> model.completed",
            "> step.completed",
            "> checkpoint.saved",
            "> run.completed",
            "tool.completed",
            "checkpoint.saved",
            "step.started",
            "model.requested",
            "model.completed",
            "step.completed",
            "checkpoint.saved",
            "run.completed"
        ]
    );
    let requests = model.requests();
    let instructions = |at: usize| requests[at].instructions.as_deref().map(str::to_owned);
    assert_eq!(instructions(1).as_deref(), Some("You refund customers."));
    assert_eq!(&*requests[1].model, "test/big", "the outer agent's model");
    assert!(requests[1].answer.is_some() && requests[0].answer.is_none());
}

#[tokio::test]
async fn a_model_sees_the_agent_as_a_tool_with_its_input() {
    let (model, ledger) = (script(), Ledger::default());
    let agent = desk(&model, refunder().as_tool(Options::new()), &ledger);
    agent.run("Refund Ada.").await.unwrap();
    let requests = model.requests();
    let tool = &requests[0].tools.definitions()[0];
    assert_eq!(
        (&*tool.name, &*tool.description),
        ("refunder", "You refund customers.")
    );
    assert_eq!(
        tool.input_schema.as_str(),
        r#"{"type":"object","properties":{"customer":{"type":"string","description":"The customer."}},"required":["customer"]}"#
    );
}

#[tokio::test]
async fn an_agent_from_text_takes_its_text_as_a_property() {
    let model = ScriptedModel::new([
        calls([("c1", "poet", r#"{"input":"the sea"}"#)]),
        Response::text("Waves."),
        Response::text("It wrote: Waves."),
    ]);
    let poet = Agent::builder("poet").description("Writes a poem about something.");
    let agent = Agent::builder("desk")
        .model("test/model")
        .tools(poet)
        .client(model.clone());
    let run = agent.build().unwrap().run("A poem, please.").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed("It wrote: Waves.".to_owned())
    );
    let prompt = format!("{:?}", model.requests()[1].transcript.messages());
    assert!(prompt.contains("the sea"), "{prompt}");
}

#[tokio::test]
async fn bad_arguments_of_an_agent_go_back_with_their_paths_and_the_schema() {
    let model = ScriptedModel::new([
        calls([
            ("c1", "poet", r#"{"input":7}"#),
            ("c2", "refunder", r#"{"client":"Ada"}"#),
        ]),
        Response::text("I cannot."),
    ]);
    let agent = Agent::builder("desk")
        .model("test/model")
        .on_error(OnError::ReturnToModel);
    let agent = agent
        .tools(Agent::builder("poet").description("Writes."))
        .tools(refunder());
    let agent = agent
        .client(model)
        .state(Ledger::default())
        .build()
        .unwrap();
    let run = agent.run("go").await.unwrap();
    let told = |call: &str| {
        run.state()
            .call(call)
            .unwrap()
            .result()
            .unwrap()
            .output
            .to_text()
    };
    assert!(
        told("c1").contains("input: expected string, found 7"),
        "{}",
        told("c1")
    );
    assert!(told("c2").contains("customer"), "{}", told("c2"));
    assert!(
        told("c2").contains("Expected JSON of this schema"),
        "{}",
        told("c2")
    );
}

#[tokio::test]
async fn the_outer_limit_stops_the_run_for_what_was_spent_inside() {
    let (model, ledger) = (script(), Ledger::default());
    let agent = desk(&model, refunder().as_tool(Options::new()), &ledger);
    let run = agent
        .run("Refund Ada.")
        .stop_when(Limits::new().tokens(30))
        .await
        .unwrap();
    let run = agent.resume(run.id()).approve("c1/c1").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Stopped(Stop::MaxTokens { limit: 30 })
    );
    assert_eq!(ledger.lines().len(), 1, "what was approved was done");
    assert_eq!(
        model.requests().len(),
        2,
        "nothing was asked beyond the limit"
    );
}

#[tokio::test]
async fn what_is_the_outer_agents_to_say_is_refused_inside() {
    let client = ScriptedModel::new([]);
    let inner = refunder().client(client.clone()).state(7_u8).max_steps(0);
    let options = Options::new()
        .timeout(std::time::Duration::from_secs(1))
        .idempotent();
    let agent = Agent::builder("desk")
        .model("test/model")
        .client(client)
        .tools(inner.as_tool(options));
    let error = agent.build().unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    let inside = |text: &str| format!("the agent `refunder`: {text}");
    assert_eq!(
        problems[..],
        [
            inside("`client` is the outer agent's to say: this one runs inside it"),
            inside("`state` is the outer agent's to say: this one runs inside it"),
            inside("`timeout` is about one execution, and an agent has none"),
            inside("`idempotent` is about one execution, and an agent has none"),
            inside("`max_steps` is 0: a run needs at least one step"),
            "the tool `refunder` needs a state of type `behaviour::Ledger`: supply it with `.state(..)`"
                .to_owned(),
        ]
    );
}

#[tokio::test]
async fn a_prompt_that_comes_when_its_agent_has_failed_is_dropped() {
    let (opening, failed) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (opens, fails) = (Arc::clone(&opening), Arc::clone(&failed));
    let deep = AgentBuilder::<Refund, String>::of("deep", move |_: Refund| {
        let (opens, fails) = (Arc::clone(&opens), Arc::clone(&fails));
        async move {
            opens.notify_one();
            fails.notified().await;
            Err::<Prompt<String>, _>(ToolError::from("too late"))
        }
    });
    let broken = Tool::builder("broken")
        .description("Break.")
        .handler(move |_: Nothing, _| {
            let opening = Arc::clone(&opening);
            async move {
                opening.notified().await;
                Err::<bool, _>(ToolError::fatal("it broke"))
            }
        })
        .build();
    let middle = Agent::builder("middle").description("In between.");
    let middle = middle
        .tools(broken)
        .tools(deep.description("Deep down."))
        .tool_concurrency(2);
    let model = ScriptedModel::new([
        calls([("c1", "middle", r#"{"input":"go"}"#)]),
        calls([
            ("a", "broken", "{}"),
            ("b", "deep", r#"{"customer":"Ada"}"#),
        ]),
        Response::text("It broke."),
    ]);
    let desk = Agent::builder("desk").model("test/model").client(model);
    let options = Options::new().on_error(OnError::ReturnToModel);
    let agent = desk.tools(middle.as_tool(options)).build().unwrap();
    let run = agent.run("go").on_event(move |event| {
        if matches!(event.kind, EventKind::RunFailed { .. }) {
            failed.notify_one();
        }
    });
    let run = run.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("It broke.".to_owned()));
    let told = run.state().call("c1").and_then(|call| call.result());
    assert_eq!(
        told.unwrap().output.to_text(),
        r#"{"error":"the agent `middle` failed: its tool `broken` failed: it broke"}"#
    );
    assert!(run.state().opened_by("c1/b").is_none());
}

#[tokio::test]
async fn the_panic_of_a_validator_is_for_people_and_not_for_the_model() {
    #[derive(Deserialize, JsonSchema)]
    struct Question {
        text: String,
    }
    impl garde::Validate for Question {
        type Context = ();
        fn validate_into(&self, _: &(), _: &mut dyn FnMut() -> garde::Path, _: &mut garde::Report) {
            panic!("secret {}", self.text);
        }
    }
    let helper = AgentBuilder::of("helper", async |question: Question| {
        Ok::<_, ToolError>(Prompt::<String>::user(question.text))
    });
    let model = ScriptedModel::new([
        calls([("c1", "helper", r#"{"text":"x"}"#)]),
        Response::text("It is broken."),
    ]);
    let agent = Agent::builder("desk")
        .model("test/model")
        .on_error(OnError::ReturnToModel)
        .tools(helper.validated().instructions("You help."))
        .client(model.clone());
    let run = agent.build().unwrap().run("go").await.unwrap();
    let told = run.state().call("c1").and_then(|call| call.result());
    let told = told.unwrap().output.to_text();
    assert!(told.contains("the validation panicked"), "{told}");
    let transcript = format!("{:?}", model.requests()[1].transcript);
    assert!(!transcript.contains("secret"), "{transcript}");
}

/// A desk with this rule, whose refunder, with that rule, calls `pay`.
fn ruled(outer: fn() -> Approval, inner: fn() -> Approval) -> (Agent<String, String>, Ledger) {
    let ledger = Ledger::default();
    let inside = refunder().approval(move |_| {
        let verdict = inner();
        async { Ok::<_, ToolError>(verdict) }
    });
    let desk = Agent::builder("desk").model("test/big").tools(inside);
    let desk = desk.approval(move |context: ToolContext| {
        let verdict = match &*context.call().name {
            "pay" => outer(),
            _ => Approval::Inherit,
        };
        async { Ok::<_, ToolError>(verdict) }
    });
    let agent = desk.client(script()).state(ledger.clone()).build();
    (agent.expect("the agent is complete"), ledger)
}

#[tokio::test]
async fn what_the_outer_agent_denies_is_denied_inside() {
    for inner in [|| Approval::Inherit, || Approval::Allow] {
        let deny = || Approval::Deny("Nobody pays.".to_owned());
        let (agent, ledger) = ruled(deny, inner);
        let run = agent.run("Refund Ada.").await.unwrap();
        assert!(matches!(run.outcome(), Outcome::Completed(_)), "{run:?}");
        let outcome = run.state().call("c1/c1").and_then(|call| call.outcome());
        let reason = "Nobody pays.".to_owned();
        assert_eq!(outcome, Some(&CallOutcome::Rejected { reason }));
        assert_eq!(ledger.lines(), [""; 0]);
    }
}

#[tokio::test]
async fn what_the_outer_agent_asks_for_is_not_lifted_inside() {
    let (agent, ledger) = ruled(|| Approval::Require, || Approval::Allow);
    let run = agent.run("Refund Ada.").await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{run:?}")
    };
    assert_eq!(
        pause.to_string(),
        r#"c1/c1: pay({"cents":500}) waits: an outer agent asks for approval (in `refunder`)"#
    );
    let run = agent.resume(run.id()).approve("c1/c1").await.unwrap();
    assert!(matches!(run.outcome(), Outcome::Completed(_)), "{run:?}");
    assert_eq!(ledger.lines(), ["refunder paid 500 for c1/c1"]);
}

#[tokio::test]
async fn an_outer_agent_does_not_lift_what_is_asked_for_inside() {
    let (agent, ledger) = ruled(|| Approval::Allow, || Approval::Inherit);
    let run = agent.run("Refund Ada.").await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{run:?}")
    };
    assert_eq!(
        pause.to_string(),
        r#"c1/c1: pay({"cents":500}) waits: the tool needs approval (in `refunder`)"#
    );
    assert_eq!(ledger.lines(), [""; 0]);
}
