//! Agents.

use std::time::Duration;

use phaseo_agent::model::{FinishReason, Response, ToolChoice};
use phaseo_agent::prelude::*;
use phaseo_agent::run::{Limits, OnStop, Pause, Review, Turn};
use phaseo_agent::tool::{NextTurn, OnError};
use phaseo_agent::{Answer, Approval, Resume};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{assert_same, trace};
use crate::calls;

/// Look around.
#[tool]
async fn look(at: String) -> Result<String, ToolError> {
    // So that calls meet that are side by side.
    tokio::time::sleep(Duration::from_millis(1)).await;
    match at.as_str() {
        "nothing" => Err("there is nothing".into()),
        "it all" => Ok("a lot of things".to_owned()),
        _ => Ok(at),
    }
}

/// Look in peace.
#[tool]
async fn gaze() -> &'static str {
    "the sea"
}

macro_rules! asking {
    ($($(#[$attribute:meta])* $name:ident),* $(,)?) => {
        $(
            $(#[$attribute])*
            async fn $name() -> Prompt<String> {
                Prompt::user("Look.")
            }
        )*
    };
}

asking! {
    /// You look around.
    #[agent(model = "test/model")] plain,
    #[agent(id = "scout", model = "test/model", instructions = "You are quick.")] named,
    #[agent(model = by_step, instructions = |turn| Some(format!("Step {}.", turn.step())))] of_the_turn,
    /// You look around.
    #[agent(model = "test/model", tools(look, gaze))] tooled,
    /// You look around.
    #[agent(model = "test/model", tools(look), tool_choice = "required")] required,
    /// You look around.
    #[agent(model = "test/model", tools(look), max_steps = 1)] short,
    /// You look around.
    #[agent(model = "test/model", tools(look), max_steps = 1, on_stop = "answer")] answering,
    /// You look around.
    #[agent(
        model = "test/model",
        tools(look),
        stop_when(tokens = 50, cost = 0.5, duration = "1h", tool_call = "look", finish_reason = "length")
    )]
    limited,
    /// You look around.
    #[agent(model = "test/model", tools(look), loop_guard = 2)] guarded,
    /// You look around.
    #[agent(model = "test/model", tools(look), tool_concurrency = 2)] side_by_side,
    /// You look around.
    #[agent(model = "test/model", tools(look), on_error = "fail-run")] failing,
    /// You look around.
    #[agent(model = "test/model", tools(look), on_error = "return-to-model", max_output_chars = 5)] brief,
    /// You look around.
    #[agent(model = "test/model", temperature = 0.5, top_p = 0.25, max_output_tokens = 100)] sampled,
    /// You look around.
    #[agent(
        model = "test/model",
        tools(look),
        each_turn = |turn| match turn.step() {
            1 => NextTurn::new().tools(["look"]).temperature(0.0),
            _ => NextTurn::new().model("test/planned"),
        }
    )]
    planned,
    /// You look around.
    #[agent(model = "test/model", tools(look), approval = true)] careful,
    /// You look around.
    #[agent(model = "test/model", tools(look), approval = policy)] governed,
    /// You look around.
    #[agent(model = "test/model", human_review = true)] reviewed,
    /// You look around.
    #[agent(model = "test/model", human_review = |letter, turn| promises(letter, turn))] reviewed_by_closure,
}

fn by_step(turn: &Turn<'_>) -> Option<String> {
    Some(format!("test/{}", turn.step()))
}

async fn policy(context: &ToolContext) -> Result<Approval, std::io::Error> {
    match context.call().id.as_str() {
        "call_1" => Ok(Approval::Deny("Nobody looks.".to_owned())),
        _ => Err(std::io::Error::other("the policy is gone")),
    }
}

fn promises(letter: &str, turn: &Turn<'_>) -> Option<Review> {
    let promised = letter.contains("promise");
    promised.then(|| Review::new(format!("a promise in step {}", turn.step())))
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema, garde::Validate)]
struct Question {
    #[garde(length(min = 3))]
    text: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, garde::Validate)]
struct Verdict {
    #[garde(range(max = 10))]
    stars: u8,
}

/// You judge.
#[agent(model = "test/model", context = Question)]
async fn judge(
    Args(question): Args<Question>,
    State(house): State<House>,
    context: RunContext<Question>,
) -> Result<Prompt<Verdict>, ToolError> {
    Ok(Prompt::user(format!(
        "{house:?}: {}: {}",
        question.text,
        context.get()?.text
    )))
}

#[derive(Clone, Debug)]
struct House;

fn builder(id: &str) -> AgentBuilder<(), String> {
    AgentBuilder::of(id, async |()| {
        Ok::<_, ToolError>(Prompt::<String>::user("Look."))
    })
    .model("test/model")
    .instructions("You look around.")
}

/// Compares what both do. The log has to say `shows`, so that it is known that the feature was at work.
async fn compare<I, J, T>(
    feature: &str,
    by_macro: (AgentBuilder<I, T>, I),
    by_builder: (AgentBuilder<J, T>, J),
    answers: &[Response],
    shows: &str,
) where
    I: Send + 'static,
    J: Send + 'static,
    T: Answer,
{
    let (agent, input) = by_macro;
    let by_macro = trace(agent, answers, input, approved).await;
    let (agent, input) = by_builder;
    let by_builder = trace(agent, answers, input, approved).await;
    assert_same(feature, &by_macro, &by_builder);
    let text = by_macro.text();
    assert!(text.contains(shows), "{feature}: {text}");
}

fn approved<'a, I, T>(resume: Resume<'a, I, T>, pause: &Pause) -> Resume<'a, I, T>
where
    I: Send + 'static,
    T: Answer,
{
    let pending = pause.pending.iter();
    pending.fold(resume, |resume, pending| resume.approve(&*pending.id))
}

/// A model that looks at these, in a step each, and then answers.
fn looking(at: &[&str]) -> Vec<Response> {
    let steps = at.iter().zip(1..).map(|(at, step)| {
        let id = format!("call_{step}");
        calls([(&*id, "look", &*format!(r#"{{"at":"{at}"}}"#))])
    });
    steps.chain([Response::text("I promise.")]).collect()
}

#[tokio::test(start_paused = true)]
async fn an_agent_by_either_way_leaves_the_same_log() {
    macro_rules! row {
        ($feature:literal, $name:ident, $answers:expr, $shows:literal, $($set:tt)*) => {
            let built = builder(stringify!($name)) $($set)*;
            let input = From::from(());
            compare($feature, ($name::agent(), input), (built, ()), &$answers, $shows).await;
        };
    }
    let once = || looking(&["the sea"]);
    row!("an agent", plain, once()[1..], "You look around.",);
    row!("tools", tooled, once(), "the sea", .tools(look {}).tools(gaze {}));
    row!("tool_choice", required, once(), "Required", .tools(look {}).tool_choice(ToolChoice::Required));
    row!("max_steps", short, once(), "stopped", .tools(look {}).max_steps(1));
    row!("on_stop", answering, once(), "I promise.", .tools(look {}).max_steps(1).on_stop(OnStop::Answer));
    let limits = Limits::new()
        .tokens(50)
        .cost(0.5)
        .duration(Duration::from_secs(3600))
        .tool_call("look");
    let limits = limits.finish_reason(FinishReason::Length);
    row!("stop_when", limited, once(), "stopped", .tools(look {}).stop_when(limits));
    row!("loop_guard", guarded, looking(&["it"; 5]), "stopped", .tools(look {}).loop_guard(2));
    let two = [
        calls([
            ("c1", "look", r#"{"at":"here"}"#),
            ("c2", "look", r#"{"at":"there"}"#),
        ]),
        Response::text("Done."),
    ];
    row!("tool_concurrency", side_by_side, two, "call_claimed call_claimed call_settled call_settled", .tools(look {}).tool_concurrency(2));
    row!("on_error", failing, looking(&["nothing"]), "there is nothing", .tools(look {}).on_error(OnError::FailRun));
    row!(
        "max_output_chars", brief, looking(&["it all"]), "a lot of things",
        .tools(look {}).on_error(OnError::ReturnToModel).max_output_chars(5)
    );
    row!(
        "sampling", sampled, once()[1..], "0.25",
        .temperature(0.5).top_p(0.25).max_output_tokens(100)
    );
    row!(
        "each_turn", planned, once(), "test/planned",
        .tools(look {}).each_turn(|turn| match turn.step() {
            1 => NextTurn::new().tools(["look"]).temperature(0.0),
            _ => NextTurn::new().model("test/planned"),
        })
    );
    row!(
        "approval = true", careful, once(), "approve",
        .tools(look {}).approval(async |_| Ok::<_, ToolError>(true))
    );
    row!(
        "approval by a path", governed, looking(&["it", "it all"]), "the policy is gone",
        .tools(look {}).approval(async |context| policy(&context).await)
    );
    row!("human_review by a closure", reviewed_by_closure, once()[1..], "a promise in step 1", .human_review(|letter, turn| promises(letter, turn)));
    row!(
        "human_review = true", reviewed, once()[1..], "review",
        .human_review(|_, _| Some(Review::new("every answer is looked at")))
    );
    row!(
        "settings of the turn", of_the_turn, once()[1..], "Step 1.",
        .each_turn(|turn| {
            let next = NextTurn::new().instructions(format!("Step {}.", turn.step()));
            next.model(by_step(turn).unwrap_or_default())
        })
    );

    let by_builder = AgentBuilder::of("scout", async |()| {
        Ok::<_, ToolError>(Prompt::<String>::user("Look."))
    });
    let by_builder = by_builder
        .model("test/model")
        .instructions("You are quick.");
    let input = From::from(());
    compare(
        "id and instructions",
        (named::agent(), input),
        (by_builder, ()),
        &once()[1..],
        "scout",
    )
    .await;

    let question = || Question {
        text: "this song".to_owned(),
    };
    let by_builder = AgentBuilder::of_context(
        "judge",
        async |question: Question, context: PromptContext| {
            let house = context.state::<House>().ok_or("there is no house")?;
            let text = context.context::<Question>()?.text;
            Ok::<_, ToolError>(Prompt::<Verdict>::user(format!(
                "{house:?}: {}: {text}",
                question.text
            )))
        },
    );
    let by_builder = by_builder
        .needs::<House>()
        .context_type::<Question>()
        .validated()
        .validated_answer();
    let by_builder = by_builder.model("test/model").instructions("You judge.");
    compare(
        "typed input, answer and context",
        (judge::agent().state(House).context(question()), question()),
        (by_builder.state(House).context(question()), question()),
        &[
            Response::text(r#"{"stars": 11}"#),
            Response::text(r#"{"stars": 7}"#),
        ],
        "House: this song: this song",
    )
    .await;
}
