//! The options of `#[agent]`: what is asked, and when it ends.

use phaseo_agent::ErrorKind;
use phaseo_agent::item::Message;
use phaseo_agent::model::{FinishReason, Response, Sampling};
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::usage::Usage;

use crate::calls;

/// Look around.
#[tool]
async fn look() -> String {
    "nothing to be seen, ".repeat(100)
}

#[agent(
    id = "look-out",
    model = "test/model",
    instructions = "You look out.",
    tools(look),
    max_output_chars = 60,
    temperature = 0.25,
    top_p = 1,
    max_output_tokens = 200
)]
async fn lookout(place: String) -> Prompt<String> {
    Prompt::user(place)
}

#[tokio::test]
async fn a_question_has_what_the_options_say() {
    let model = ScriptedModel::new([calls([("c1", "look", "{}")]), Response::text("Nothing.")]);
    let agent = lookout::agent().client(model.clone()).build().unwrap();
    assert_eq!(agent.id(), "look-out");
    let run = agent.run("at sea").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Nothing.".to_owned()));

    let requests = model.requests();
    let mut sampling = Sampling::default();
    sampling.temperature = Some(0.25);
    sampling.top_p = Some(1.0);
    sampling.max_output_tokens = Some(200);
    assert_eq!(requests[1].sampling, sampling);
    assert_eq!(requests[1].instructions.as_deref(), Some("You look out."));
    let Some(Message::Tool(results)) = requests[1].transcript.messages().last() else {
        panic!("{:?}", requests[1])
    };
    let read = results[0].output.as_str();
    assert!(read.len() < 300, "{read}");
}

/// Ends by steps.
#[agent(model = "test/model", tools(look), stop_when(steps = 2))]
async fn by_steps() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Ends by tokens.
#[agent(model = "test/model", tools(look), stop_when(tokens = 50))]
async fn by_tokens() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Ends by cost.
#[agent(model = "test/model", tools(look), stop_when(cost = 0.5))]
async fn by_cost() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Ends by time.
#[agent(model = "test/model", tools(nap), stop_when(duration = "5ms"))]
async fn by_duration() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Ends by a tool call.
#[agent(
    model = "test/model",
    tools(look),
    max_steps = 9,
    stop_when(tool_call = "look")
)]
async fn by_tool_call() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Ends by a finish reason.
#[agent(
    model = "test/model",
    tools(look),
    stop_when(finish_reason = "tool_calls")
)]
async fn by_finish_reason() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Ends when it goes round in circles.
#[agent(model = "test/model", tools(look), loop_guard = 2, on_stop = "return")]
async fn by_loop() -> Prompt<String> {
    Prompt::user("Look.")
}

/// Look around slowly.
#[tool(name = "look")]
async fn nap() {
    tokio::time::sleep(std::time::Duration::from_millis(10)).await;
}

/// A model that looks around three times, for 30 tokens and 40 cents each, and then answers.
fn looking() -> ScriptedModel {
    let look = |id| {
        let mut usage = Usage::of_tokens(20, 10);
        usage.cost_nanos = Some(400_000_000);
        calls([(id, "look", "{}")]).with_usage(usage)
    };
    ScriptedModel::new([
        look("c1"),
        look("c2"),
        look("c3"),
        Response::text("Nothing."),
    ])
}

/// Why a run ends, and after how many questions.
async fn stopped<I>(agent: AgentBuilder<I, String>) -> (Stop, usize)
where
    I: From<()> + Send + 'static,
{
    let model = looking();
    let agent = agent
        .client(model.clone())
        .build()
        .expect("the agent is complete");
    let run = agent.run(()).await.expect("it ends");
    match run.into_outcome() {
        Outcome::Stopped(stop) => (stop, model.requests().len()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_run_ends_when_its_agent_says() {
    let rows = [
        (
            stopped(by_steps::agent()).await,
            (Stop::MaxSteps { limit: 2 }, 2),
        ),
        (
            stopped(by_tokens::agent()).await,
            (Stop::MaxTokens { limit: 50 }, 2),
        ),
        (
            stopped(by_cost::agent()).await,
            (
                Stop::MaxCost {
                    limit_nanos: 500_000_000,
                },
                2,
            ),
        ),
        (
            stopped(by_duration::agent()).await,
            (Stop::MaxDuration { limit_ms: 5 }, 1),
        ),
        (
            stopped(by_tool_call::agent()).await,
            (
                Stop::ToolCall {
                    name: "look".to_owned(),
                },
                1,
            ),
        ),
        (
            stopped(by_finish_reason::agent()).await,
            (
                Stop::FinishReason {
                    reason: FinishReason::ToolCalls,
                },
                1,
            ),
        ),
        (
            stopped(by_loop::agent()).await,
            (Stop::Loop { rounds: 2 }, 2),
        ),
    ];
    for (found, expected) in rows {
        assert_eq!(found, expected);
    }
}

/// Answers with what it has.
#[agent(model = "test/model", tools(look), max_steps = 3, on_stop = "answer")]
async fn answers() -> Prompt<String> {
    Prompt::user("Look.")
}

#[tokio::test]
async fn a_limit_can_ask_for_an_answer() {
    let model = looking();
    let agent = answers::agent().client(model.clone()).build().unwrap();
    let run = agent.run(()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Nothing.".to_owned()));
    assert_eq!(model.requests().len(), 4);
}

/// You help another agent.
#[agent(tools(look))]
async fn helper(question: String) -> Prompt<String> {
    Prompt::user(question)
}

/// You have a helper.
#[agent(model = "test/outer", tools(helper::agent()))]
async fn helped() -> Prompt<String> {
    Prompt::user("Help.")
}

#[tokio::test]
async fn an_agent_without_a_model_is_a_sub_agent() {
    let error = helper::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(
        problems,
        &["it has no model: name one with `model = \"..\"` or `.model(..)`"]
    );

    let model = ScriptedModel::new([
        calls([("c1", "helper", r#"{"question":"where?"}"#)]),
        Response::text("There."),
        Response::text("done"),
    ]);
    let agent = helped::agent().client(model.clone()).build().unwrap();
    let run = agent.run(()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(&*model.requests()[1].model, "test/outer");
}

/// Ends by a tool that it does not have.
#[agent(model = "test/model", tools(look), stop_when(tool_call = "lok"))]
async fn by_another_tool() -> Prompt<String> {
    Prompt::user("Look.")
}

#[test]
fn a_tool_that_ends_a_run_is_one_of_the_agent() {
    let error = by_another_tool::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it stops when `lok` is called, and has no such tool"),
        "{error}"
    );
}
