//! What people can decide: edited inputs, supplied outputs, words to the model, one after the other.

use std::sync::Arc;

use phaseo_agent::ErrorKind;
use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Decision, Decisions, PendingKind, State as RunState};
use phaseo_agent::store::{MemoryStore, Query, Store, decide};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Interactive;
use phaseo_agent::{Agent, RawJson};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{Ledger, calls};

#[derive(Deserialize, JsonSchema, garde::Validate)]
struct Deploy {
    #[garde(length(max = 8))]
    release: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct LegacyTicket {
    id: String,
    age: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Lookup {
    #[expect(dead_code, reason = "whoever does it reads it in the pause")]
    id: String,
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

/// You deploy and look tickets up.
#[agent(model = "test/model")]
async fn clerk(text: String) -> Prompt<String> {
    Prompt::user(text)
}

fn agent(
    store: &MemoryStore,
    ledger: &Ledger,
    answers: Vec<Response>,
) -> (Agent<ClerkInput, String>, ScriptedModel) {
    let model = ScriptedModel::new(answers);
    let ledger = ledger.clone();
    let deploy = Tool::builder("deploy")
        .description("Deploy a release.")
        .require_approval()
        .handler(move |input: Deploy, _| {
            let ledger = ledger.clone();
            async move {
                ledger.write(format!("deploy {}", input.release));
                Ok::<_, ToolError>(true)
            }
        })
        .validated()
        .build();
    let lookup = Tool::builder("lookup")
        .description("Look a ticket up in the old system. A person does it.")
        .manual::<Lookup, LegacyTicket>()
        .build();
    let builder = clerk::agent().tools([deploy, lookup]).client(model.clone());
    (
        builder
            .store(store.clone())
            .build()
            .expect("the agent is complete"),
        model,
    )
}

fn both() -> Response {
    calls([
        ("c1", "deploy", r#"{"release":"2.4.1"}"#),
        ("c2", "lookup", r#"{"id":"T-9"}"#),
    ])
}

fn results(state: &RunState) -> Vec<(String, String)> {
    let message = state.transcript().iter().find_map(|message| match message {
        Message::Tool(results) => Some(results),
        _ => None,
    });
    let results = message.expect("there are results").iter();
    results
        .map(|result| (result.id.clone(), result.output.as_str().to_owned()))
        .collect()
}

#[tokio::test]
async fn an_edited_input_is_run_and_an_output_is_taken() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, _) = agent(&store, &ledger, vec![both(), Response::text("done")]);
    let run = agent.run("go").await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    let kinds: Vec<_> = pause.pending.iter().map(|pending| pending.kind).collect();
    assert_eq!(kinds, [PendingKind::ToolApproval, PendingKind::Manual]);

    let run = agent
        .resume(run.id())
        .approve_with("c1", json!({"release": "2.4.2"}))
        .output(
            "c2",
            LegacyTicket {
                id: "T-9".into(),
                age: 12,
            },
        )
        .await
        .unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["deploy 2.4.2"]);
    let expected = [("c1", "true"), ("c2", r#"{"id":"T-9","age":12}"#)];
    assert_eq!(
        results(run.state()),
        expected.map(|(id, output)| (id.to_owned(), output.to_owned()))
    );
}

#[tokio::test]
async fn an_edited_input_or_an_output_that_does_not_fit_changes_nothing() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, _) = agent(&store, &ledger, vec![both(), Response::text("done")]);
    let run = agent.run("go").await.unwrap();
    let entries = run.state().entries().len();
    let too_long = agent
        .resume(run.id())
        .approve_with("c1", json!({"release": "2.4.1-rc.7"}));
    let no_object = agent.resume(run.id()).approve("c1").output("c2", 12);
    let no_age = agent
        .resume(run.id())
        .output("c2", json!({"id": "T-9", "age": "old"}));
    let rows = [
        (
            too_long.await,
            "the input for the call `c1` is not valid: the arguments are not valid: \
             release: length is greater than 8 (they were: {\"release\":\"2.4.1-rc.7\"})",
        ),
        (
            no_object.await,
            "the output for the call `c2` is not valid: expected object, found 12",
        ),
        (
            no_age.await,
            "the output for the call `c2` is not valid: age: expected integer, found \"old\"",
        ),
    ];
    for (result, message) in rows {
        let error = result.unwrap_err();
        let ErrorKind::Decision(decision) = error.kind() else {
            panic!("{error:?}")
        };
        assert_eq!(decision.to_string(), message);
        assert_eq!(error.run().map(|run| run.entries().len()), Some(entries));
    }
    let stored = stored(&store, run.id()).await;
    assert_eq!((stored, ledger.lines().len()), (entries, 0));
}

#[tokio::test]
async fn people_decide_one_after_the_other_without_an_agent() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let (agent, _) = agent(&store, &ledger, vec![both(), Response::text("done")]);
    let run = agent.run("go").await.unwrap();
    let output = RawJson::of(&LegacyTicket {
        id: "T-9".into(),
        age: 3,
    })
    .unwrap();
    let state = decide(
        &store,
        run.id(),
        one("c2", Decision::Output(output.clone()), "bob"),
    )
    .await
    .unwrap();
    assert_eq!(state.pause().unwrap().pending.len(), 1);
    assert!(state.unsaved().is_empty());
    let twice = decide(&store, run.id(), one("c2", Decision::Output(output), "eve"))
        .await
        .unwrap_err();
    assert!(matches!(twice.kind(), ErrorKind::Decision(_)), "{twice:?}");
    decide(
        &store,
        run.id(),
        one("c1", Decision::Approve { input: None }, "ada"),
    )
    .await
    .unwrap();
    assert_eq!(
        ledger.lines(),
        [""; 0],
        "nothing runs before the run is resumed"
    );

    let run = agent.resume(run.id()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(ledger.lines(), ["deploy 2.4.1"]);
}

#[tokio::test]
async fn a_conversation_goes_on_after_its_answer() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let answers = vec![Response::text("4"), Response::text("8")];
    let (agent, model) = agent(&store, &ledger, answers);
    let run = agent.run("2 + 2?").await.unwrap();
    let again = agent.resume(run.id()).await.unwrap();
    assert_eq!(
        again.outcome(),
        &Outcome::Completed("4".to_owned()),
        "nothing is asked"
    );
    let run = agent.resume(run.id()).say("And twice that?").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("8".to_owned()));
    let roles: Vec<_> = model.requests()[1]
        .transcript
        .messages()
        .iter()
        .map(|message| match message {
            Message::User(said) => said[0].as_text().unwrap_or_default().to_owned(),
            Message::Assistant(answer) => answer.text(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(roles, ["2 + 2?", "4", "And twice that?"]);
}

#[tokio::test]
async fn what_is_said_twice_is_said_in_two_parts() {
    let (store, ledger) = (MemoryStore::new(), Ledger::default());
    let answers = vec![Response::text("4"), Response::text("8")];
    let (agent, model) = agent(&store, &ledger, answers);
    let run = agent.run("2 + 2?").await.unwrap();
    agent
        .resume(run.id())
        .say("And")
        .say("twice that?")
        .await
        .unwrap();
    let requests = model.requests();
    let Some(Message::User(said)) = requests[1].transcript.messages().last() else {
        panic!("what was said comes last")
    };
    let parts: Vec<_> = said.iter().filter_map(|part| part.as_text()).collect();
    assert_eq!(parts, ["And", "twice that?"]);
}

#[tokio::test]
async fn a_sync_handler_that_panics_fails_its_call() {
    let tool = Tool::builder("burn")
        .description("Burn.")
        .sync_handler(|_: Nothing, _| -> Result<bool, ToolError> { panic!("fire") })
        .build();
    let model = ScriptedModel::new([calls([("c1", "burn", "{}")])]);
    let agent = clerk::agent().tools(tool).client(model).build().unwrap();
    let error = agent.run("go").await.unwrap_err();
    let text = "the tool `burn` failed (call c1): the tool `burn` panicked: fire";
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_tool_from_a_builder_is_held_to_the_same_rules() {
    let number = Tool::builder("number")
        .description("Take a number.")
        .handler(async |number: u8, _| Ok::<_, ToolError>(number))
        .build();
    let unchecked = Tool::builder("deploy it")
        .handler(async |input: Deploy, _| Ok::<_, ToolError>(input.release))
        .build();
    let error = clerk::agent()
        .tools([number, unchecked])
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let text = error.to_string();
    for problem in [
        "the input of the tool `number` is not an object",
        "`deploy it` is not a tool name",
        "the tool `deploy it` has no description",
        "the schema of `deploy it` states rules for `release` that nothing checks",
    ] {
        assert!(text.contains(problem), "{problem} is missing in: {text}");
    }
}

fn one(call: &str, decision: Decision, who: &str) -> Decisions {
    let mut decisions = Decisions::default();
    decisions.push(call, decision);
    decisions.by(who);
    decisions
}

fn raw(value: &Value) -> RawJson {
    RawJson::of(value).expect("it is JSON")
}

/// Why a decision was not taken.
fn refusal<T: std::fmt::Debug>(result: Result<T>) -> String {
    let error = result.expect_err("the decision is bad");
    let ErrorKind::Decision(decision) = error.kind() else {
        panic!("{error:?}")
    };
    decision.to_string()
}

async fn stored(store: &MemoryStore, run: &str) -> usize {
    let entries = Store::load(store, run, 0).await;
    entries.expect("the run is readable").len()
}

#[tokio::test]
async fn a_recorded_edit_that_its_tool_refuses_can_be_decided_anew() {
    for rejects in [false, true] {
        let (store, ledger) = (MemoryStore::new(), Ledger::default());
        let asks = calls([("c1", "deploy", r#"{"release":"2.4.1"}"#)]);
        let (agent, _) = agent(&store, &ledger, vec![asks, Response::text("done")]);
        let run = agent.run("go").await.unwrap();
        let input = Some(raw(&json!({"release": "2.4.1-rc.7"})));
        let edited = one("c1", Decision::Approve { input }, "ada");
        decide(&store, run.id(), edited).await.unwrap();
        let recorded = stored(&store, run.id()).await;

        let refused = refusal(agent.resume(run.id()).await);
        assert!(
            refused.contains("release: length is greater than 8"),
            "{refused}"
        );
        let reason = "no".to_owned();
        let second = one("c1", Decision::Reject { reason }, "bob");
        assert_eq!(
            refusal(decide(&store, run.id(), second).await),
            "the call `c1` was decided by ada; resume the run to carry it out"
        );
        assert_eq!(stored(&store, run.id()).await, recorded);

        let resumed = agent.resume(run.id());
        let resumed = match rejects {
            true => resumed.reject("c1", "Not today."),
            false => resumed.approve_with("c1", json!({"release": "2.4.2"})),
        };
        let run = resumed.by("bob").await.unwrap();
        assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
        let expected: &[&str] = if rejects { &[] } else { &["deploy 2.4.2"] };
        assert_eq!(ledger.lines(), expected);
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, garde::Validate)]
struct Paid {
    #[garde(custom(even))]
    cents: u32,
}

fn even(cents: &u32, _: &()) -> garde::Result {
    match cents % 2 {
        0 => Ok(()),
        _ => Err(garde::Error::new("odd")),
    }
}

/// An agent whose run was lost while its tool paid, and that run's id.
async fn lost_while_it_paid(store: &MemoryStore) -> (Agent<String, String>, String) {
    let begun = Arc::new(Notify::new());
    let pays = Arc::clone(&begun);
    let pay = Tool::builder("pay")
        .description("Pay.")
        .interactive(move |_: Nothing, _| {
            let pays = Arc::clone(&pays);
            async move {
                pays.notify_one();
                std::future::pending::<Result<Interactive<Paid>, ToolError>>().await
            }
        })
        .validated_supplied()
        .build();
    let model = ScriptedModel::new([calls([("c1", "pay", "{}")]), Response::text("done")]);
    let agent = Agent::builder("payer").model("test/model").tools(pay);
    let agent = agent.client(model).store(store.clone()).build();
    let agent = agent.expect("the agent is complete");
    tokio::select! {
        ended = agent.run("go").into_future() => panic!("it pays for ever: {ended:?}"),
        () = begun.notified() => {}
    }
    let heads = store.list(&Query::all()).await.expect("a list of one");
    (agent, heads[0].run_id.clone())
}

#[tokio::test]
async fn a_recorded_output_in_doubt_that_its_tool_refuses_can_be_decided_anew() {
    let store = MemoryStore::new();
    let (agent, id) = lost_while_it_paid(&store).await;
    agent.resume(&id).await.unwrap();
    let odd = Decision::Output(raw(&json!({"cents": 3})));
    decide(&store, &id, one("c1", odd, "ada")).await.unwrap();
    let refused = refusal(agent.resume(&id).await);
    assert_eq!(
        refused,
        "the output for the call `c1` is not valid: cents: odd"
    );
    assert_eq!(
        refusal(agent.resume(&id).output("c1", json!({"cents": 5})).await),
        refused
    );
    let run = agent.resume(&id).output("c1", json!({"cents": 4})).await;
    let run = run.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    let expected = ("c1".to_owned(), r#"{"cents":4}"#.to_owned());
    assert_eq!(results(run.state()), [expected]);
}

#[tokio::test]
async fn an_output_in_doubt_of_another_form_is_not_recorded() {
    let store = MemoryStore::new();
    let (agent, id) = lost_while_it_paid(&store).await;
    agent.resume(&id).await.unwrap();
    let before = stored(&store, &id).await;
    let text = Decision::Output(raw(&json!("seven")));
    assert_eq!(
        refusal(decide(&store, &id, one("c1", text, "ada")).await),
        "the output for the call `c1` is not valid: expected object, found \"seven\""
    );
    assert_eq!(stored(&store, &id).await, before);
}

#[tokio::test]
async fn deciding_nothing_leaves_a_run_as_it_is() {
    let store = MemoryStore::new();
    let (agent, id) = lost_while_it_paid(&store).await;
    let before = stored(&store, &id).await;
    let state = decide(&store, &id, Decisions::default()).await.unwrap();
    assert_eq!(
        (state.entries().len(), stored(&store, &id).await),
        (before, before)
    );
    let run = agent.resume(&id).await.unwrap();
    assert!(matches!(run.outcome(), Outcome::Paused(_)), "{run:?}");
    let before = stored(&store, &id).await;
    decide(&store, &id, Decisions::default()).await.unwrap();
    assert_eq!(stored(&store, &id).await, before);
}

/// An agent with a tool that a person does, once another lets it be done.
fn gated_lookup(store: &MemoryStore) -> Agent<String, String> {
    let lookup = Tool::builder("lookup")
        .description("Look up.")
        .require_approval()
        .manual::<Deploy, LegacyTicket>()
        .validated()
        .build();
    let asks = calls([("c1", "lookup", r#"{"release":"2.4.1"}"#)]);
    let model = ScriptedModel::new([asks, Response::text("done")]);
    let agent = Agent::builder("clerk").model("test/model").tools(lookup);
    let agent = agent.client(model).store(store.clone()).build();
    agent.expect("the agent is complete")
}

#[tokio::test]
async fn an_edited_input_of_a_call_that_a_person_does_is_validated() {
    let store = MemoryStore::new();
    let agent = gated_lookup(&store);
    let run = agent.run("go").await.unwrap();
    let before = stored(&store, run.id()).await;
    for (input, problem) in [
        (json!({"nonsense": true}), "release"),
        (json!({"release": "2.4.1-rc.7"}), "length is greater than 8"),
    ] {
        let refused = refusal(agent.resume(run.id()).approve_with("c1", input).await);
        assert!(refused.contains(problem), "{refused}");
        assert_eq!(stored(&store, run.id()).await, before);
    }
    let edited = json!({"release": "2.4.2"});
    let run = agent.resume(run.id()).approve_with("c1", edited).await;
    let Outcome::Paused(pause) = run.unwrap().outcome().clone() else {
        panic!("the output is waited for")
    };
    assert_eq!(
        (&*pause.pending[0].input, pause.pending[0].kind),
        (r#"{"release":"2.4.2"}"#, PendingKind::Manual)
    );
}

#[tokio::test]
async fn a_call_that_a_person_does_is_approved_and_given_its_output_in_one() {
    let store = MemoryStore::new();
    let agent = gated_lookup(&store);
    let run = agent.run("go").await.unwrap();
    let ticket = json!({"id": "T-9", "age": 12});
    let resumed = agent.resume(run.id()).approve("c1").output("c1", ticket);
    let run = resumed.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    let expected = ("c1".to_owned(), r#"{"id":"T-9","age":12}"#.to_owned());
    assert_eq!(results(run.state()), [expected]);
}

#[tokio::test]
async fn making_an_output_of_what_was_supplied_has_a_key_of_its_own() {
    let ledger = Ledger::default();
    let (asks, makes) = (ledger.clone(), ledger.clone());
    let ask = Tool::builder("ask")
        .description("Ask.")
        .interactive(move |_: Nothing, context: ToolContext| {
            asks.write(context.idempotency_key());
            async { Ok::<_, ToolError>(Interactive::<String>::pending("who")) }
        })
        .on_response(move |text: String, context: ToolContext| {
            makes.write(context.idempotency_key());
            async { Ok::<_, ToolError>(text) }
        })
        .build();
    let model = ScriptedModel::new([calls([("c1", "ask", "{}")]), Response::text("done")]);
    let agent = Agent::builder("clerk").model("test/model").tools(ask);
    let agent = agent.client(model).build().unwrap();
    let run = agent.run("go").await.unwrap();
    agent.resume(run.id()).output("c1", "ada").await.unwrap();
    let of_call = format!("{}/c1", run.id());
    let of_response = format!("{of_call}/response");
    assert_eq!(ledger.lines(), [of_call, of_response]);
}
