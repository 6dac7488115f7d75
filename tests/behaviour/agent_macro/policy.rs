//! The options `approval` and `human_review`: who decides about calls and answers.

use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::PendingKind;
use phaseo_agent::testing::ScriptedModel;

use crate::calls;

/// Look around.
#[tool]
async fn look() -> &'static str {
    "nothing"
}

/// Drop everything.
#[tool]
async fn wipe() -> &'static str {
    "gone"
}

/// Pay.
#[tool(approval = true)]
async fn pay() -> &'static str {
    "paid"
}

/// You do everything.
#[agent(model = "test/model", tools(look, wipe, pay), approval = true)]
async fn always() -> Prompt<String> {
    Prompt::user("Go.")
}

fn is_wipe(context: &ToolContext) -> bool {
    context.call().name == "wipe"
}

/// You do everything.
#[agent(model = "test/model", tools(look, wipe, pay), approval = is_wipe)]
async fn by_path() -> Prompt<String> {
    Prompt::user("Go.")
}

async fn policy(context: &ToolContext) -> Result<Approval, std::io::Error> {
    tokio::task::yield_now().await;
    match context.call().name.as_str() {
        "wipe" => Ok(Approval::Deny("Nobody wipes.".to_owned())),
        "pay" => Ok(Approval::Allow),
        _ => Err(std::io::Error::other("the policy is gone")),
    }
}

/// You do everything.
#[agent(model = "test/model", tools(look, wipe, pay), approval = policy)]
async fn by_async_path() -> Prompt<String> {
    Prompt::user("Go.")
}

/// You do everything.
#[agent(
    model = "test/model",
    tools(look, wipe, pay),
    approval = |context| async move { policy(context).await.unwrap_or(Approval::Inherit) }
)]
async fn by_closure() -> Prompt<String> {
    Prompt::user("Go.")
}

/// The names of the calls that wait, and what the model is told of those that were denied.
async fn waiting<I>(agent: AgentBuilder<I, String>) -> (Vec<String>, bool)
where
    I: From<()> + Send + 'static,
{
    let model = ScriptedModel::new([
        calls([
            ("c1", "look", "{}"),
            ("c2", "wipe", "{}"),
            ("c3", "pay", "{}"),
        ]),
        Response::text("done"),
    ]);
    let agent = agent.client(model.clone()).on_error(OnError::ReturnToModel);
    let agent = agent.build().expect("the agent is complete");
    let run = agent.run(()).await.expect("it pauses or ends");
    let log = serde_json::to_string(run.state()).expect("a run is JSON");
    let waiting = run.pause().map(|pause| &pause.pending[..]);
    let waiting = waiting.unwrap_or_default().iter();
    let names = waiting.map(|pending| pending.name.clone()).collect();
    (names, log.contains("Nobody wipes."))
}

#[tokio::test]
async fn the_agent_decides_about_calls_before_their_tools() {
    let rows = [
        (
            waiting(always::agent()).await,
            (&["look", "wipe", "pay"][..], false),
        ),
        (
            waiting(by_path::agent()).await,
            (&["wipe", "pay"][..], false),
        ),
        // A rule that fails asks.
        (waiting(by_async_path::agent()).await, (&["look"][..], true)),
        (waiting(by_closure::agent()).await, (&[][..], true)),
    ];
    for ((names, denied), expected) in rows {
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        assert_eq!((&names[..], denied), expected);
    }
}

#[derive(Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
struct Letter {
    text: String,
}

fn promises(letter: &Letter, turn: &Turn<'_>) -> Option<Review> {
    let promised = letter.text.contains("promise");
    promised.then(|| Review::new(format!("a promise in step {}", turn.step())))
}

/// You write.
#[agent(model = "test/model", human_review = promises)]
async fn writer() -> Prompt<Letter> {
    Prompt::user("Write.")
}

/// You write.
#[agent(
    model = "test/model",
    human_review = |letter, _turn| (letter.text.len() > 9).then(|| Review::new("it is long"))
)]
async fn short_writer() -> Result<Prompt<Letter>, ToolError> {
    Ok(Prompt::user("Write."))
}

/// You write.
#[agent(model = "test/model", human_review = true)]
async fn careful_writer() -> Prompt<Letter> {
    Prompt::user("Write.")
}

/// Why a person must look at this answer.
async fn reviewed<I>(agent: AgentBuilder<I, Letter>, text: &str) -> Option<String>
where
    I: From<()> + Send + 'static,
{
    let answer = serde_json::json!({ "text": text }).to_string();
    let model = ScriptedModel::new([Response::text(answer)]);
    let agent = agent.client(model).build().expect("the agent is complete");
    let run = agent.run(()).await.expect("it pauses or ends");
    let pending = &run.pause()?.pending[0];
    assert_eq!(pending.kind, PendingKind::HumanReview);
    Some(pending.reason.clone())
}

#[tokio::test]
async fn a_person_looks_at_the_answers_that_the_agent_says() {
    let because = |reason: &str| Some(reason.to_owned());
    let rows = [
        (
            reviewed(writer::agent(), "I promise.").await,
            because("a promise in step 1"),
        ),
        (reviewed(writer::agent(), "Perhaps.").await, None),
        (
            reviewed(short_writer::agent(), "I promise.").await,
            because("it is long"),
        ),
        (reviewed(short_writer::agent(), "Perhaps.").await, None),
        (
            reviewed(careful_writer::agent(), "?").await,
            because("every answer is looked at"),
        ),
    ];
    for (found, expected) in rows {
        assert_eq!(found, expected);
    }
}

#[tokio::test]
async fn an_answer_that_is_rejected_is_given_again() {
    let model = ScriptedModel::new([
        Response::text(r#"{"text":"I promise."}"#),
        Response::text(r#"{"text":"Perhaps."}"#),
    ]);
    let agent = writer::agent().client(model.clone()).build().unwrap();
    let run = agent.run(()).await.unwrap();
    let review = run.pause().unwrap().pending[0].id.clone();
    let run = agent.resume(run.id()).reject(review, "No promises.");
    let text = "Perhaps.".to_owned();
    assert_eq!(
        run.await.unwrap().outcome(),
        &Outcome::Completed(Letter { text })
    );
    let requests = model.requests();
    let Some(Message::User(told)) = requests[1].transcript.messages().last() else {
        panic!("{:?}", requests[1])
    };
    assert!(
        told[0]
            .as_text()
            .unwrap_or_default()
            .contains("No promises."),
        "{told:?}"
    );
}
