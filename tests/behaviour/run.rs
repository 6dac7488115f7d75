//! A run from its prompt to its typed answer.

use phaseo_agent::item::{Item, Message};
use phaseo_agent::model::{Response, ToolChoice};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Limits, Status, Stop};
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::usage::Usage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Ledger, calls, json};

#[derive(Debug, Serialize, JsonSchema)]
struct Ticket {
    id: String,
}

/// Load one ticket.
#[tool(idempotent)]
async fn fetch(
    /// The ticket's ID.
    ticket_id: String,
    State(ledger): State<Ledger>,
    context: ToolContext,
) -> Ticket {
    ledger.write(format!(
        "{} {} {}",
        context.call().id,
        context.step(),
        context.attempt()
    ));
    Ticket { id: ticket_id }
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema, garde::Validate)]
#[garde(allow_unvalidated)]
struct Triage {
    ticket_id: String,
    #[garde(range(min = 1, max = 3))]
    priority: u8,
}

/// You triage tickets.
#[agent(
    model = "test/model",
    tools(fetch),
    max_steps = 3,
    tool_choice = "required"
)]
async fn triage(ticket_id: String) -> Prompt<Triage> {
    Prompt::user(format!("Triage {ticket_id}."))
}

fn agent(model: &ScriptedModel, ledger: &Ledger) -> Agent<TriageInput, Triage> {
    triage::agent()
        .client(model.clone())
        .state(ledger.clone())
        .build()
        .expect("the agent is complete")
}

#[tokio::test]
async fn a_typed_answer_comes_after_a_tool_call() {
    let model = ScriptedModel::new([
        calls([("c1", "fetch", r#"{"ticket_id":"T-42"}"#)]).with_usage(Usage::of_tokens(10, 4)),
        Response::text(r#" {"ticket_id":"T-42","priority":2} "#)
            .with_usage(Usage::of_tokens(20, 6)),
    ]);
    let ledger = Ledger::default();
    let run = agent(&model, &ledger).run("T-42").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed(Triage {
            ticket_id: "T-42".into(),
            priority: 2
        })
    );
    assert_eq!(run.usage(), Usage::of_tokens(30, 10));
    assert_eq!(run.state().status(), Status::Completed);
    assert_eq!(ledger.lines(), ["c1 1 1"]);

    let [
        Message::User(prompt),
        Message::Assistant(_),
        Message::Tool(results),
        Message::Assistant(last),
    ] = run.state().transcript()
    else {
        panic!(
            "not the transcript of one tool call: {:?}",
            run.state().transcript()
        );
    };
    assert_eq!(prompt[0].as_text(), Some("Triage T-42."));
    assert_eq!(results[0].output.as_str(), r#"{"id":"T-42"}"#);
    assert!(matches!(&last.items[..], [Item::Text(_)]));
}

#[tokio::test]
async fn the_model_is_told_instructions_once_tools_and_the_form_of_the_answer() {
    let model = ScriptedModel::new([
        calls([("c1", "fetch", r#"{"ticket_id":"T-42"}"#)]),
        Response::text(r#"{"ticket_id":"T-42","priority":2}"#),
    ]);
    agent(&model, &Ledger::default()).run("T-42").await.unwrap();
    let requests = model.requests();
    let [first, second] = &requests[..] else {
        panic!("two questions were expected")
    };
    assert_eq!(
        (&*first.model, first.instructions.as_deref()),
        ("test/model", Some("You triage tickets."))
    );
    assert_eq!(first.transcript.messages().len(), 1);
    assert_eq!(
        (first.tool_choice, second.tool_choice),
        (ToolChoice::Required, ToolChoice::Auto)
    );
    let tool = &first.tools.definitions()[0];
    assert_eq!(
        (&*tool.name, &*tool.description),
        ("fetch", "Load one ticket.")
    );
    assert_eq!(
        json(tool.input_schema.as_str()),
        serde_json::json!({
            "type": "object",
            "properties": {"ticket_id": {"type": "string", "description": "The ticket's ID."}},
            "required": ["ticket_id"],
            "additionalProperties": false,
        })
    );
    let answer = first.answer.as_ref().expect("a typed answer has a form");
    assert_eq!(
        json(answer.schema.as_str())["properties"]["priority"]["maximum"],
        3
    );
}

#[tokio::test]
async fn an_answer_that_is_not_the_type_stops_the_run_with_its_text_and_every_issue() {
    let table = [
        (
            "sorry",
            "",
            "cannot be read as JSON: expected value at line 1 column 1",
        ),
        (r#"{"priority":"high"}"#, "ticket_id", "is missing"),
        (
            r#"{"ticket_id":"T","priority":9}"#,
            "priority",
            "greater than 3",
        ),
    ];
    for (text, path, message) in table {
        let model = ScriptedModel::new([Response::text(text)]);
        let run = agent(&model, &Ledger::default()).run("T-42").await.unwrap();
        let Outcome::Stopped(Stop::UnusableAnswer { text: kept, issues }) = run.outcome() else {
            panic!("{text}: {:?}", run.outcome());
        };
        assert_eq!(kept, text);
        assert_eq!(
            (issues[0].path.as_str(), issues[0].message.as_str()),
            (path, message)
        );
    }
}

#[tokio::test]
async fn the_limit_of_steps_is_an_outcome() {
    let model =
        ScriptedModel::new((0..3).map(|_| calls([("c1", "fetch", r#"{"ticket_id":"T-42"}"#)])));
    let ledger = Ledger::default();
    let run = agent(&model, &ledger).run("T-42").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Stopped(Stop::MaxSteps { limit: 3 })
    );
    assert_eq!(
        ledger.lines(),
        ["c1 1 1", "c1#2 2 1", "c1#3 3 1"],
        "ids are unique in the run"
    );
}

#[tokio::test]
async fn a_limit_of_tokens_is_an_outcome() {
    let asks = calls([("c1", "fetch", r#"{"ticket_id":"T-42"}"#)]);
    let model = ScriptedModel::new([asks.with_usage(Usage::of_tokens(900, 200))]);
    let limits = Limits::new().tokens(1_000).cost(2.0);
    let builder = triage::agent().client(model).state(Ledger::default());
    let agent = builder.stop_when(limits).build().unwrap();
    let run = agent.run("T-42").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Stopped(Stop::MaxTokens { limit: 1_000 })
    );
    assert_eq!(run.state().transcript().len(), 3, "the step is kept whole");
}

/// You answer in plain text.
#[agent(model = "test/model")]
async fn plain(question: String) -> Prompt<String> {
    Prompt::user(question)
}

#[tokio::test]
async fn plain_text_is_taken_as_it_is() {
    let model = ScriptedModel::new([Response::text(" \"quoted\"\n")]);
    let run = plain::agent()
        .client(model.clone())
        .build()
        .unwrap()
        .run("hi")
        .await
        .unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed(" \"quoted\"\n".to_owned())
    );
    assert!(model.requests()[0].answer.is_none());
}

/// You list numbers.
#[agent(model = "test/model")]
async fn lister(question: String) -> Prompt<Vec<u8>> {
    Prompt::user(question)
}

#[tokio::test]
async fn an_answer_that_is_no_object_is_asked_for_inside_one() {
    let single = Response::text("[1]");
    let model = ScriptedModel::new([single]);
    let run = lister::agent()
        .client(model)
        .build()
        .unwrap()
        .run("which?")
        .await
        .unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed(vec![1]),
        "a list is the answer itself"
    );

    let plain = Response::text("[1,2]");
    let wrapped = Response::text(r#"{"answer":[1,2]}"#);
    let fenced = Response::text("```json\n{\"answer\": [1, 2]}\n```\n");
    for response in [plain, wrapped, fenced] {
        let model = ScriptedModel::new([response]);
        let agent = lister::agent().client(model.clone()).build().unwrap();
        let run = agent.run("which?").await.unwrap();
        assert_eq!(run.outcome(), &Outcome::Completed(vec![1, 2]));
        let requests = model.requests();
        let schema = json(requests[0].answer.as_ref().unwrap().schema.as_str());
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["properties"]["answer"]["type"], "array");
        assert_eq!(schema["required"], serde_json::json!(["answer"]));
    }
    let model = ScriptedModel::new([Response::text(r#"{"answer":[1,"x"]}"#)]);
    let run = lister::agent()
        .client(model)
        .build()
        .unwrap()
        .run("which?")
        .await
        .unwrap();
    let Outcome::Stopped(Stop::UnusableAnswer { issues, .. }) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    assert_eq!(issues[0].to_string(), "[1]: expected integer, found \"x\"");
}

/// Its function can fail.
#[agent(model = "test/model")]
async fn picky(number: i64) -> Result<Prompt<String>, std::num::TryFromIntError> {
    let number = u8::try_from(number)?;
    Ok(Prompt::user(format!("Count to {number}.")))
}

#[tokio::test]
async fn an_agents_function_that_fails_is_an_error_before_the_run() {
    let agent = picky::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap();
    let error = agent.run(300).await.unwrap_err();
    assert_eq!(error.to_string(), "the agent's function failed");
    let cause = std::error::Error::source(&error)
        .expect("it has a cause")
        .to_string();
    assert_eq!(cause, "out of range integral type conversion attempted");
    assert!(error.run().is_none());
}

#[test]
fn build_names_every_problem_at_once() {
    let error = triage::agent()
        .model(" ")
        .max_steps(0)
        .tool_concurrency(0)
        .build()
        .unwrap_err();
    let text = error.to_string();
    for problem in [
        "it has no model",
        "`max_steps` is 0",
        "`tool_concurrency` is 0",
        "it has no client",
        "the tool `fetch` needs a state of type `behaviour::Ledger`",
    ] {
        assert!(text.contains(problem), "{problem} is missing in: {text}");
    }
}
