//! The runs whose logs are the samples.
//!
//! Together they write every fact with every field, and every kind of stop, decision and outcome
//! that a run can come to. A change of the format that these runs do not show is one that no sample
//! will protect.

use std::sync::Arc;
use std::time::Duration;

use phaseo_agent::RawJson;
use phaseo_agent::item::{AssistantMessage, Item, Reasoning, ToolCall};
use phaseo_agent::model::{FinishReason, ModelError, ModelErrorKind, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{
    Action, Decision, Decisions, Entry, Fact, Happened, Instructions, Limits, Machine, OnStop,
    Overrides, Review, Rules, State as RunState,
};
use phaseo_agent::store::{Store, decide};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::{Interactive, IntoTools, NextTurn, OnError, Options};
use phaseo_agent::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Notify;

use crate::calls;

#[derive(Deserialize, JsonSchema)]
pub(super) struct Nothing {}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Release {
    release: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Ticket {
    ticket_id: String,
}

#[derive(Deserialize, JsonSchema)]
struct Refund {
    cents: u32,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Basket {
    items: Vec<String>,
}

/// The runs, by the names of their samples.
pub(super) async fn all() -> Vec<(&'static str, RunState)> {
    vec![
        ("completed", completed().await),
        ("whole_answer", whole_answer().await),
        ("progress", progress().await),
        ("cut_output", cut_output().await),
        ("next_turn", next_turn().await),
        ("context", context().await),
        ("overrides", overrides().await),
        ("same_ids", same_ids().await),
        ("provider_pause", provider_pause().await),
        ("paused_for_approval", paused_for_approval().await),
        ("paused_for_output", paused_for_output().await),
        ("paused_for_input", paused_for_input().await),
        ("paused_for_review", paused_for_review().await),
        ("paused_in_doubt", paused_in_doubt().await),
        ("decided_by_several", decided_by_several().await),
        ("partly_decided", partly_decided().await),
        ("edited_approval", edited_approval().await),
        ("reviewed", reviewed().await),
        ("said_beside_a_decision", said_beside_a_decision().await),
        ("in_doubt_and_run_again", in_doubt_and_run_again().await),
        ("conversation", conversation().await),
        ("returned_failure", returned_failure().await),
        ("cut_call", cut_call().await),
        ("failed_at_the_model", failed_at_the_model().await),
        ("failed_and_resumed", failed_and_resumed().await),
        ("failed_by_the_agent", failed_by_the_agent().await),
        ("cancelled", cancelled().await),
        ("cancelled_and_resumed", cancelled_and_resumed().await),
        ("stopped_by_steps", stopped_by_steps().await),
        ("stopped_by_tokens", stopped_by_tokens().await),
        ("stopped_by_cost", stopped_by_cost().await),
        ("stopped_by_time", stopped_by_time().await),
        ("stopped_by_a_tool_call", stopped_by_a_tool_call().await),
        (
            "stopped_by_a_finish_reason",
            stopped_by_a_finish_reason().await,
        ),
        ("stopped_by_a_loop", stopped_by_a_loop().await),
        ("stopped_by_a_condition", stopped_by_a_condition().await),
        ("stopped_by_a_refusal", stopped_by_a_refusal().await),
        (
            "stopped_by_a_refusal_finish",
            stopped_by_a_refusal_finish().await,
        ),
        ("stopped_by_a_filter", stopped_by_a_filter().await),
        (
            "stopped_by_the_output_limit",
            stopped_by_the_output_limit().await,
        ),
        (
            "stopped_by_an_unusable_answer",
            stopped_by_an_unusable_answer().await,
        ),
        ("last_turn", last_turn().await),
        ("sub_agent", sub_agent().await),
        ("sub_agent_paused", sub_agent_paused().await),
        ("sub_agent_decided", sub_agent_decided().await),
        ("sub_agent_stopped", sub_agent_stopped().await),
    ]
}

/// Looks a ticket up.
pub(super) fn fetch() -> Tool {
    Tool::builder("fetch_ticket")
        .description("Load one ticket.")
        .idempotent()
        .handler(async |input: Ticket, _| {
            Ok::<_, ToolError>(json!({"id": input.ticket_id, "open": true}))
        })
        .build()
}

/// Waits for approval.
pub(super) fn deploy() -> Tool {
    Tool::builder("deploy")
        .description("Deploy a release.")
        .require_approval()
        .handler(async |input: Release, _| Ok::<_, ToolError>(format!("{} is live", input.release)))
        .build()
}

/// Must not run twice.
pub(super) fn pay() -> Tool {
    Tool::builder("pay")
        .description("Pay an invoice.")
        .handler(async |_: Nothing, _| Ok::<_, ToolError>(true))
        .build()
}

/// A person does it.
pub(super) fn lookup() -> Tool {
    Tool::builder("legacy_lookup")
        .description("Look a ticket up in the old system. A person does it.")
        .manual::<Ticket, Ticket>()
        .build()
}

/// Hands large sums over to a person, who names the share, and makes its output of that.
pub(super) fn refund() -> Tool {
    Tool::builder("refund")
        .description("Give money back.")
        .interactive(async |input: Refund, context: ToolContext| {
            context.progress().send("asking the desk").await?;
            Ok::<_, ToolError>(match input.cents {
                0..=10_000 => Interactive::Done(input.cents),
                _ => Interactive::pending("more than the desk may give back"),
            })
        })
        .on_response(async |cents: Refund, _| Ok::<_, ToolError>(cents.cents))
        .build()
}

fn burn() -> Tool {
    Tool::builder("burn")
        .description("Fails.")
        .handler(async |_: Nothing, _| {
            let cause = std::io::Error::other("the disk is on fire");
            Err::<bool, _>(anyhow::Error::new(cause).context("cannot write"))
        })
        .build()
}

/// An agent with these tools, whose model answers so.
pub(super) fn agent<Form>(
    tools: impl IntoTools<Form>,
    answers: impl IntoIterator<Item = Response>,
) -> AgentBuilder<String, String> {
    Agent::builder("desk")
        .model("test/model")
        .instructions("You work at the desk.")
        .tools(tools)
        .client(ScriptedModel::new(answers))
}

fn no_tools() -> [Tool; 0] {
    []
}

/// A run of `builder`, wherever it ends.
async fn run(builder: AgentBuilder<String, String>) -> RunState {
    let agent = builder.build().expect("the agent is complete");
    let run = agent.run("Help.").await.expect("the run ends well");
    run.state().clone()
}

/// A run of `builder` that fails.
async fn failed(builder: AgentBuilder<String, String>) -> RunState {
    let agent = builder.build().expect("the agent is complete");
    let error = agent.run("Help.").await.expect_err("the run fails");
    error.run().expect("the run is kept").clone()
}

/// A run that was lost before its first entry that is `such`.
fn lost_before(state: &RunState, such: fn(&Fact) -> bool) -> RunState {
    let kept = state
        .entries()
        .iter()
        .take_while(|entry| !such(&entry.fact));
    RunState::fold(kept.cloned()).expect("the beginning of a log is a log")
}

fn used(response: Response) -> Response {
    response.with_usage(Usage::of_tokens(120, 30))
}

fn ticket(id: &str) -> Response {
    used(calls([(id, "fetch_ticket", r#"{"ticket_id":"T-42"}"#)]))
}

fn release(id: &str) -> Response {
    used(calls([(id, "deploy", r#"{"release":"2.4.1"}"#)]))
}

pub(super) fn done() -> Response {
    used(Response::text("Done."))
}

async fn completed() -> RunState {
    run(agent(fetch(), [ticket("call_1"), done()])).await
}

/// Everything that an answer can hold.
async fn whole_answer() -> RunState {
    let raw = RawJson::parse(r#"{"type":"thinking", "signature":"c2ln"}"#);
    let opaque =
        RawJson::parse(r#"{"type":"server_tool_use", "id":"srv_1", "input":{ "q": 1.0 }}"#);
    let mut call = ToolCall::new("call_1", "fetch_ticket", "{\"ticket_id\": \"T-42\"}");
    call.extra.insert("index".into(), json!(0));
    let mut message = AssistantMessage::new(vec![
        Item::Reasoning(Reasoning::new("A ticket.", raw.ok())),
        Item::Text("I look it up.".into()),
        Item::Opaque(opaque.expect("valid JSON")),
        Item::ToolCall(call),
    ]);
    message.origin = Some("chat_completions:openai".into());
    message.extra.insert("annotations".into(), json!([]));
    let mut usage = Usage::of_tokens(1200, 340);
    usage.cached_input_tokens = 1000;
    usage.reasoning_tokens = 300;
    usage.cost_nanos = Some(1_250_000);
    let mut first = Response::new(message, FinishReason::ToolCalls).with_usage(usage);
    first.id = Some("gen-1".into());
    first.native_id = Some("resp_1".into());
    first.model = Some("openai/gpt-5-nano-2025-08-07".into());
    first.provider = Some("openai".into());
    let text = AssistantMessage::new(vec![Item::Text("Done.".into())]);
    let last = Response::new(text, FinishReason::Other("eos_token".into()));
    run(agent(fetch(), [first, used(last)])).await
}

async fn progress() -> RunState {
    let index = Tool::builder("index")
        .description("Index a repository.")
        .streaming_handler(async |_: Nothing, _, progress: Progress<u32>| {
            for percent in 0..20 {
                progress.send(percent * 5).await?;
            }
            Ok::<_, ToolError>(412)
        })
        .build();
    run(agent(
        index,
        [used(calls([("call_1", "index", "{}")])), done()],
    ))
    .await
}

async fn cut_output() -> RunState {
    let read = Tool::builder("read_log")
        .description("Read the log.")
        .max_output_chars(24)
        .handler(async |_: Nothing, _| {
            Ok::<_, ToolError>("All is well, all is well, all is well, all is wel-")
        })
        .build();
    run(agent(
        read,
        [used(calls([("call_1", "read_log", "{}")])), done()],
    ))
    .await
}

async fn next_turn() -> RunState {
    let escalate = Tool::builder("escalate")
        .description("Ask somebody who knows more.")
        .handler(async |_: Nothing, context: ToolContext| {
            let next = NextTurn::new()
                .model("test/larger")
                .instructions("You know more.")
                .temperature(0.2)
                .top_p(0.9)
                .max_output_tokens(500)
                .tools(["fetch_ticket"]);
            context.set_next_turn(next);
            Ok::<_, ToolError>(true)
        })
        .build();
    let answers = [
        used(calls([("call_1", "escalate", "{}")])),
        ticket("call_2"),
        done(),
    ];
    run(agent([escalate, fetch()], answers)).await
}

async fn context() -> RunState {
    let put = Tool::builder("put_in_basket")
        .description("Put something in the basket.")
        .handler(async |_: Nothing, context: ToolContext| {
            let mut basket: Basket = context.context()?;
            basket.items.push("milk".into());
            context.set_context(&basket)?;
            Ok::<_, ToolError>(basket.items.len())
        })
        .build();
    let put_in = |id| used(calls([(id, "put_in_basket", "{}")]));
    let answers = [put_in("call_1"), done(), put_in("call_2"), done()];
    let agent = agent(put, answers).build().expect("the agent is complete");
    let bread = Basket {
        items: vec!["bread".into()],
    };
    let run = agent
        .run("Milk, please.")
        .context(bread)
        .await
        .expect("the run ends well");
    let soap = Basket {
        items: vec!["soap".into()],
    };
    let again = agent.resume(run.id()).say("Another basket.").context(soap);
    again.await.expect("the run ends well").state().clone()
}

async fn overrides() -> RunState {
    let answers = [ticket("call_1"), done(), done()];
    let agent = agent(fetch(), answers)
        .build()
        .expect("the agent is complete");
    let limits = Limits::new()
        .tokens(200_000)
        .cost(2.0)
        .duration(Duration::from_millis(60_500))
        .tool_call("fetch_ticket")
        .finish_reason(FinishReason::Error);
    let run = agent
        .run("Help.")
        .model("test/larger")
        .instructions("You work alone.")
        .temperature(0.5)
        .top_p(0.8)
        .max_output_tokens(900)
        .only_tools(["fetch_ticket"])
        .max_steps(4)
        .stop_when(limits)
        .tool_concurrency(3)
        .await
        .expect("the run ends well");
    let again = agent
        .resume(run.id())
        .say("Go on.")
        .temperature(0.1)
        .max_steps(2);
    again.await.expect("the run ends well").state().clone()
}

/// A provider that numbers its calls anew in every answer, or not at all.
async fn same_ids() -> RunState {
    let both = calls([
        ("call_1", "fetch_ticket", r#"{"ticket_id":"T-42"}"#),
        ("", "fetch_ticket", r#"{"ticket_id":"T-43"}"#),
    ]);
    run(agent(fetch(), [used(both), ticket("call_1"), done()])).await
}

async fn provider_pause() -> RunState {
    let message = AssistantMessage::new(vec![Item::Text("I am searching.".into())]);
    let paused = Response::new(message, FinishReason::PauseTurn);
    run(agent(no_tools(), [used(paused), done()])).await
}

async fn paused_for_approval() -> RunState {
    let both = calls([
        ("call_1", "deploy", r#"{"release":"2.4.1"}"#),
        ("call_2", "fetch_ticket", r#"{"ticket_id":"T-42"}"#),
    ]);
    run(agent([deploy(), fetch()], [used(both)])).await
}

async fn paused_for_output() -> RunState {
    let call = calls([("call_1", "legacy_lookup", r#"{"ticket_id":"T-42"}"#)]);
    run(agent(lookup(), [used(call)])).await
}

async fn paused_for_input() -> RunState {
    let call = calls([("call_1", "refund", r#"{"cents":20000}"#)]);
    run(agent(refund(), [used(call)])).await
}

/// An agent whose answers are looked at as long as they promise something.
fn careful(answers: impl IntoIterator<Item = Response>) -> AgentBuilder<String, String> {
    agent(no_tools(), answers).human_review(|answer, _| {
        let payload = RawJson::of(&json!({"words": answer.split(' ').count()})).ok()?;
        let promises = answer.contains("promise") || answer.contains("guarantee");
        promises.then(|| Review::new("It promises something.").payload(payload))
    })
}

async fn paused_for_review() -> RunState {
    run(careful([used(Response::text("We promise a new printer."))])).await
}

fn both_paid() -> Response {
    used(calls([
        ("call_1", "pay", "{}"),
        ("call_2", "pay", "{}"),
        ("call_3", "fetch_ticket", r#"{"ticket_id":"T-42"}"#),
    ]))
}

/// A run that was lost when its calls were claimed and none was settled, and taken up again.
async fn paused_in_doubt() -> RunState {
    let whole = agent([pay(), fetch()], [both_paid(), done()]).tool_concurrency(3);
    let lost = lost_before(&run(whole).await, |fact| {
        matches!(fact, Fact::CallSettled { .. })
    });
    let elsewhere = agent([pay(), fetch()], []).tool_concurrency(3);
    let elsewhere = elsewhere.build().expect("the agent is complete");
    elsewhere
        .resume(lost)
        .await
        .expect("the run pauses")
        .state()
        .clone()
}

async fn in_doubt_and_run_again() -> RunState {
    let doubt = paused_in_doubt().await;
    let elsewhere = agent([pay(), fetch()], [done()])
        .build()
        .expect("the agent is complete");
    let decided = elsewhere
        .resume(doubt)
        .rerun("call_1")
        .by("ada")
        .note("The bank knows nothing of it.")
        .give_up("call_2", "It was paid by hand.")
        .by("ben");
    decided.await.expect("the run ends well").state().clone()
}

fn four() -> Response {
    used(calls([
        ("call_1", "deploy", r#"{"release":"2.4.1"}"#),
        ("call_2", "deploy", r#"{"release":"2.4.2"}"#),
        ("call_3", "legacy_lookup", r#"{"ticket_id":"T-42"}"#),
        ("call_4", "refund", r#"{"cents":20000}"#),
    ]))
}

/// Several people decide, one after the other, and the run is taken up when they all have.
async fn decided_by_several() -> RunState {
    let store = MemoryStore::new();
    let agent = agent([deploy(), lookup(), refund()], [four(), done()]).store(store.clone());
    let agent = agent.build().expect("the agent is complete");
    let run = agent.run("Help.").await.expect("the run pauses");
    let looked_up = Ticket {
        ticket_id: "T-42".into(),
    };
    let reject = Decision::Reject {
        reason: "Not before Monday.".into(),
    };
    let supplied = RawJson::of(&looked_up).expect("a ticket is JSON");
    decided(
        &store,
        run.id(),
        "call_1",
        Decision::Approve { input: None },
        "ada",
    )
    .await;
    decided(&store, run.id(), "call_2", reject, "ben").await;
    decided(
        &store,
        run.id(),
        "call_3",
        Decision::Output(supplied),
        "eve",
    )
    .await;
    let last = agent
        .resume(run.id())
        .output("call_4", json!({"cents": 15000}))
        .by("ada");
    last.await.expect("the run ends well").state().clone()
}

async fn decided(store: &impl Store, run_id: &str, call: &str, decision: Decision, who: &str) {
    let mut decisions = Decisions::default();
    decisions.push(call, decision);
    decisions.by(who);
    decisions.note(format!("{who} looked at {call}."));
    decide(store, run_id, decisions)
        .await
        .expect("it can be decided");
}

/// One call of two is decided and done, and the run pauses for the other.
async fn partly_decided() -> RunState {
    let tools = || [deploy(), lookup(), refund()];
    let paused = run(agent(tools(), [four()])).await;
    let elsewhere = agent(tools(), []).build().expect("the agent is complete");
    let resumed = elsewhere.resume(paused).approve("call_1");
    resumed.await.expect("the run pauses").state().clone()
}

async fn edited_approval() -> RunState {
    let paused = run(agent(deploy(), [release("call_1")])).await;
    let elsewhere = agent(deploy(), [done()])
        .build()
        .expect("the agent is complete");
    let resumed = elsewhere
        .resume(paused)
        .approve_with(
            "call_1",
            Release {
                release: "2.4.2".into(),
            },
        )
        .by("ada")
        .note("2.4.1 was withdrawn.");
    resumed.await.expect("the run ends well").state().clone()
}

/// An answer is rejected, and the one after it is accepted.
async fn reviewed() -> RunState {
    let answers = [
        used(Response::text("We promise a new printer.")),
        used(Response::text("We guarantee a new printer.")),
    ];
    let agent = careful(answers).build().expect("the agent is complete");
    let run = agent.run("Help.").await.expect("the run pauses");
    let run = agent
        .resume(run.id())
        .reject("review_1", "Promise nothing.")
        .by("ada");
    let run = run.await.expect("the run pauses");
    let run = agent.resume(run.id()).approve("review_2").by("ben");
    run.await.expect("the run ends well").state().clone()
}

/// Who says something beside a decision is told by whoever drives the machine.
async fn said_beside_a_decision() -> RunState {
    let paused = run(agent(deploy(), [release("call_1")])).await;
    let mut decisions = Decisions::default();
    decisions.push("call_1", Decision::Approve { input: None });
    let said = (
        Arc::from(["And tell the team.".into()]),
        Some("ada".to_owned()),
    );
    let rules = Arc::new(Rules::new("test/model"));
    let instructions = Instructions::new(decisions, Some(said), Overrides::default(), None);
    let now = paused.entries().last().map_or(0, |entry| entry.at);
    let mut machine = Machine::resume(rules, paused, instructions, now).expect("the decision fits");
    assert!(matches!(machine.next(), Action::Append { .. }));
    machine
        .apply(now, Happened::Appended)
        .expect("it was to be saved");
    let elsewhere = agent(deploy(), [done()])
        .build()
        .expect("the agent is complete");
    let lost = lost_before(machine.state(), |fact| {
        matches!(fact, Fact::CallClaimed { .. })
    });
    elsewhere
        .resume(lost)
        .await
        .expect("the run ends well")
        .state()
        .clone()
}

async fn conversation() -> RunState {
    let answers = [used(Response::text("4")), used(Response::text("8"))];
    let agent = agent(no_tools(), answers)
        .build()
        .expect("the agent is complete");
    let run = agent.run("2 + 2?").await.expect("the run ends well");
    let again = agent.resume(run.id()).say("And").say("twice that?");
    again.await.expect("the run ends well").state().clone()
}

/// The model is told of a failure, and the log keeps its causes.
async fn returned_failure() -> RunState {
    let answers = [
        used(calls([
            ("call_1", "burn", "{}"),
            ("call_2", "unheard_of", "{}"),
        ])),
        done(),
    ];
    let returns = agent(burn(), answers).on_error(OnError::ReturnToModel);
    run(returns).await
}

/// The output limit cut the answer, perhaps in the middle of its call.
async fn cut_call() -> RunState {
    let call = ToolCall::new("call_1", "fetch_ticket", r#"{"ticket_id":"T-4"}"#);
    let message = AssistantMessage::new(vec![Item::ToolCall(call)]);
    let cut = used(Response::new(message, FinishReason::Length));
    let returns = agent(fetch(), [cut, done()]).on_error(OnError::ReturnToModel);
    run(returns).await
}

async fn failed_at_the_model() -> RunState {
    let model = ScriptedModel::default();
    model.push(Err(ModelError::new(
        ModelErrorKind::Payment,
        "no credit is left",
    )));
    failed(agent(no_tools(), []).client(model)).await
}

/// A tool ends the run; taken up again, the model fails, and then answers.
async fn failed_and_resumed() -> RunState {
    let model = ScriptedModel::new([used(calls([("call_1", "burn", "{}")]))]);
    let failed = AssistantMessage::new(vec![Item::Text("It is".to_owned())]);
    model.push(Ok(used(Response::new(failed, FinishReason::Error))));
    model.push(Ok(done()));
    let agent = agent(burn(), [])
        .client(model)
        .build()
        .expect("the agent is complete");
    let error = agent.run("Help.").await.expect_err("the tool fails");
    let run_id = error.run_id().expect("the run is kept").to_owned();
    agent.resume(&run_id).await.expect_err("the model fails");
    let resumed = agent.resume(&run_id).temperature(0.3);
    resumed.await.expect("the run ends well").state().clone()
}

async fn failed_by_the_agent() -> RunState {
    failed(agent(no_tools(), []).each_turn(|_| panic!("there is no plan"))).await
}

/// A tool calls the run off while another is being executed and a third has not begun.
async fn cancelled() -> RunState {
    run(called_off([])).await
}

async fn cancelled_and_resumed() -> RunState {
    let agent = called_off([done()]).build().expect("the agent is complete");
    let run = agent.run("Help.").await.expect("the run is called off");
    let resumed = agent.resume(run.id());
    resumed.await.expect("the run ends well").state().clone()
}

fn called_off(then: impl IntoIterator<Item = Response>) -> AgentBuilder<String, String> {
    let begun = Arc::new(Notify::new());
    let told = Arc::clone(&begun);
    let hang = Tool::builder("hang")
        .description("Never ends.")
        .handler(move |_: Nothing, _| {
            let begun = Arc::clone(&begun);
            async move {
                begun.notify_one();
                std::future::pending::<()>().await;
                Ok::<_, ToolError>(true)
            }
        })
        .build();
    let call_off = Tool::builder("call_off")
        .description("Calls the run off.")
        .handler(move |_: Nothing, context: ToolContext| {
            let told = Arc::clone(&told);
            async move {
                told.notified().await;
                context.cancel_run("the printer is on fire");
                Ok::<_, ToolError>(true)
            }
        })
        .build();
    let all = [
        ("call_1", "hang", "{}"),
        ("call_2", "call_off", "{}"),
        ("call_3", "pay", "{}"),
    ];
    let answers = std::iter::once(used(calls(all))).chain(then);
    agent([hang, call_off, pay()], answers).tool_concurrency(2)
}

async fn stopped_by_steps() -> RunState {
    run(agent(fetch(), [ticket("call_1")]).max_steps(1)).await
}

async fn stopped_by_tokens() -> RunState {
    let limits = Limits::new().tokens(100);
    run(agent(fetch(), [ticket("call_1")]).stop_when(limits)).await
}

async fn stopped_by_cost() -> RunState {
    let limits = Limits::new().cost(0.001);
    let mut usage = Usage::of_tokens(120, 30);
    usage.cost_nanos = Some(1_000_000);
    run(agent(fetch(), [ticket("call_1").with_usage(usage)]).stop_when(limits)).await
}

async fn stopped_by_time() -> RunState {
    let wait = Tool::builder("wait")
        .description("Takes its time.")
        .handler(async |_: Nothing, _| {
            tokio::time::sleep(Duration::from_millis(40)).await;
            Ok::<_, ToolError>(true)
        })
        .build();
    let limits = Limits::new().duration(Duration::from_millis(20));
    run(agent(wait, [used(calls([("call_1", "wait", "{}")]))]).stop_when(limits)).await
}

async fn stopped_by_a_tool_call() -> RunState {
    let limits = Limits::new().tool_call("fetch_ticket");
    run(agent(fetch(), [ticket("call_1")]).stop_when(limits)).await
}

async fn stopped_by_a_finish_reason() -> RunState {
    let limits = Limits::new().finish_reason(FinishReason::ToolCalls);
    run(agent(fetch(), [ticket("call_1")]).stop_when(limits)).await
}

async fn stopped_by_a_loop() -> RunState {
    run(agent(fetch(), [ticket("call_1"), ticket("call_2")]).loop_guard(2)).await
}

async fn stopped_by_a_condition() -> RunState {
    let closing = agent(fetch(), [ticket("call_1")])
        .stop_if(|turn| (turn.messages().len() > 2).then(|| "the desk closes".to_owned()));
    run(closing).await
}

async fn stopped_by_a_refusal() -> RunState {
    let message = AssistantMessage::new(vec![Item::Refusal("I cannot help with that.".into())]);
    run(agent(
        no_tools(),
        [used(Response::new(message, FinishReason::Stop))],
    ))
    .await
}

/// The provider says that the model refused, beside a call that is never carried out.
async fn stopped_by_a_refusal_finish() -> RunState {
    let message = AssistantMessage::new(vec![
        Item::Text("I would rather not.".into()),
        Item::ToolCall(ToolCall::new("call_1", "pay", "{}")),
    ]);
    run(agent(
        pay(),
        [used(Response::new(message, FinishReason::Refusal))],
    ))
    .await
}

async fn stopped_by_a_filter() -> RunState {
    let message = AssistantMessage::new(vec![Item::Text("The way to".into())]);
    run(agent(
        no_tools(),
        [used(Response::new(message, FinishReason::ContentFilter))],
    ))
    .await
}

async fn stopped_by_the_output_limit() -> RunState {
    let message = AssistantMessage::new(vec![Item::Text("It was a dark and".into())]);
    run(agent(
        no_tools(),
        [used(Response::new(message, FinishReason::Length))],
    ))
    .await
}

async fn stopped_by_an_unusable_answer() -> RunState {
    let agent = AgentBuilder::of("desk", async |text: Ticket| {
        Ok::<_, ToolError>(Prompt::<Ticket>::user(text.ticket_id))
    });
    let agent = agent
        .model("test/model")
        .client(ScriptedModel::new(
            (0..3).map(|_| used(Response::text(r#"{"ticket":"T-42"}"#))),
        ))
        .build()
        .expect("the agent is complete");
    let run = agent.run(Ticket {
        ticket_id: "T-42".into(),
    });
    run.await.expect("the run ends well").state().clone()
}

/// A limit is met, and the model is asked for an answer without tools.
async fn last_turn() -> RunState {
    let answers = [ticket("call_1"), done()];
    run(agent(fetch(), answers).max_steps(1).on_stop(OnStop::Answer)).await
}

/// An agent that looks things up, with its own tools.
pub(super) fn researcher() -> AgentBuilder<String, String> {
    Agent::builder("researcher")
        .instructions("You look things up.")
        .tools([fetch(), deploy()])
}

fn research(id: &str) -> Response {
    used(calls([(id, "researcher", r#"{"input":"What is T-42?"}"#)]))
}

/// An agent inside an agent inside the run.
async fn sub_agent() -> RunState {
    let lead = Agent::builder("lead")
        .instructions("You lead.")
        .tools(researcher());
    let answers = [
        used(calls([("call_1", "lead", r#"{"input":"Find out."}"#)])),
        research("call_1"),
        ticket("call_1"),
        used(Response::text("It is open.")),
        used(Response::text("The ticket is open.")),
        done(),
    ];
    let note = Basket {
        items: vec!["T-42".into()],
    };
    run(agent(lead, answers).context(note)).await
}

fn inside() -> [Response; 2] {
    [research("call_1"), release("call_1")]
}

async fn sub_agent_paused() -> RunState {
    run(agent(researcher(), inside())).await
}

async fn sub_agent_decided() -> RunState {
    let paused = sub_agent_paused().await;
    let answers = [used(Response::text("It is live.")), done()];
    let elsewhere = agent(researcher(), answers)
        .build()
        .expect("the agent is complete");
    let resumed = elsewhere.resume(paused).approve("call_1/call_1").by("ada");
    resumed.await.expect("the run ends well").state().clone()
}

async fn sub_agent_stopped() -> RunState {
    let hurried = researcher().max_steps(1).as_tool(Options::new());
    let answers = [research("call_1"), ticket("call_1"), done()];
    let returns = agent(hurried, answers).on_error(OnError::ReturnToModel);
    run(returns).await
}

/// The log of a run, with an id and times that are the same whenever it is made.
pub(super) fn normalised(state: &RunState, name: &str) -> Vec<Entry> {
    const BEGAN: u64 = 1_764_600_000_000;
    const HOUR: u64 = 3_600_000;
    let mut now = BEGAN;
    let entries = state.entries().iter().map(|entry| {
        let line = entry.to_json().expect("an entry is JSON");
        let line = line.replace(state.run_id(), &format!("run-{name}"));
        let mut entry = Entry::from_json(&line).expect("it was an entry");
        // Whoever takes a run up has been away for a while.
        now += match entry.fact {
            Fact::Resumed { .. } => HOUR,
            _ => 250,
        };
        entry.at = now;
        entry
    });
    entries.collect()
}
