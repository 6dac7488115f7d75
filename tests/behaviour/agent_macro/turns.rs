//! Settings that are constants or functions of the turn.

use phaseo_agent::ErrorKind;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;

use crate::calls;

/// Look around.
#[tool]
async fn look() -> String {
    "nothing".to_owned()
}

/// Listen.
#[tool]
async fn listen() -> String {
    "nothing".to_owned()
}

const MODEL: &str = "test/constant";

/// Its model is a constant.
#[agent(model = MODEL, temperature = 0.25, tools(look))]
async fn constant() -> Prompt<String> {
    Prompt::user("Look.")
}

fn by_step(turn: &Turn<'_>) -> String {
    format!("test/{}", turn.step())
}

#[agent(
    model = by_step,
    instructions = |turn| format!("You are in step {}.", turn.step()),
    temperature = |turn| f64::from(turn.step()) / 4.0,
    top_p = |turn| (turn.step() == 2).then_some(0.5),
    max_output_tokens = |turn| 100 * turn.step(),
    tools(look)
)]
async fn functions() -> Prompt<String> {
    Prompt::user("Look.")
}

/// A model that looks around once.
fn looking() -> ScriptedModel {
    ScriptedModel::new([calls([("c1", "look", "{}")]), Response::text("Nothing.")])
}

#[tokio::test]
async fn a_constant_is_what_the_agent_always_says() {
    let model = looking();
    let agent = constant::agent().client(model.clone()).build().unwrap();
    agent.run(()).await.unwrap();
    let requests = model.requests();
    let models: Vec<_> = requests.iter().map(|request| &*request.model).collect();
    assert_eq!(models, ["test/constant", "test/constant"]);
    assert_eq!(
        requests[0].instructions.as_deref(),
        Some("Its model is a constant.")
    );
}

#[tokio::test]
async fn a_function_of_the_turn_is_asked_for_each_question() {
    let model = looking();
    let agent = functions::agent().client(model.clone()).build().unwrap();
    agent.run(()).await.unwrap();
    let requests = model.requests();
    let said = requests.iter().map(|request| {
        let sampling = request.sampling;
        (
            &*request.model,
            request.instructions.as_deref().unwrap_or_default(),
            sampling.temperature,
            sampling.top_p,
            sampling.max_output_tokens,
        )
    });
    assert_eq!(
        said.collect::<Vec<_>>(),
        [
            ("test/1", "You are in step 1.", Some(0.25), None, Some(100)),
            (
                "test/2",
                "You are in step 2.",
                Some(0.5),
                Some(0.5),
                Some(200)
            ),
        ]
    );
}

/// It plans all of a question.
#[agent(
    model = by_step,
    temperature = |_turn| 0.75,
    tools(look, listen),
    each_turn = |turn| match turn.step() {
        1 => NextTurn::new().tools(["look"]).temperature(0.0),
        _ => NextTurn::new().model("test/planned"),
    }
)]
async fn planned() -> Prompt<String> {
    Prompt::user("Look.")
}

#[tokio::test]
async fn each_turn_beats_the_single_functions_of_the_turn() {
    let model = looking();
    let agent = planned::agent().client(model.clone()).build().unwrap();
    agent.run(()).await.unwrap();
    let requests = model.requests();
    let said = requests.iter().map(|request| {
        let tools = request.tools.definitions().len();
        (&*request.model, tools, request.sampling.temperature)
    });
    assert_eq!(
        said.collect::<Vec<_>>(),
        [("test/1", 1, Some(0.0)), ("test/planned", 2, Some(0.75)),]
    );
}

/// It has a model in the first step only.
#[agent(model = |turn| (turn.step() == 1).then(|| "test/first".to_owned()), tools(look))]
async fn fading() -> Prompt<String> {
    Prompt::user("Look.")
}

#[tokio::test]
async fn a_run_whose_function_names_no_model_fails_and_can_go_on_with_one() {
    let model = looking();
    let agent = fading::agent().client(model.clone()).build().unwrap();
    let error = agent.run(()).await.unwrap_err();
    let ErrorKind::Agent(failure) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(
        failure.to_string(),
        "the agent's own function failed: no function of the turn named a model, and the agent names none"
    );
    assert_eq!(model.requests().len(), 1);

    let run = agent.resume(error.run_id().unwrap()).model("test/given");
    let run = run.await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Nothing.".to_owned()));
    assert_eq!(&*model.requests()[1].model, "test/given");
}

/// You help.
#[agent]
async fn helper() -> Prompt<String> {
    Prompt::user("Help.")
}

/// You have a helper.
#[agent(model = |_turn| "test/outer", tools(helper::agent()))]
async fn helped() -> Prompt<String> {
    Prompt::user("Go.")
}

#[tokio::test]
async fn a_sub_agent_without_a_model_asks_the_one_of_the_outer_question() {
    let model = ScriptedModel::new([
        calls([("c1", "helper", "{}")]),
        Response::text("helped"),
        Response::text("done"),
    ]);
    let agent = helped::agent().client(model.clone()).build().unwrap();
    let run = agent.run(()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(&*model.requests()[1].model, "test/outer");
}

/// Ends by one of two tools.
#[agent(
    model = MODEL,
    tools(look, listen),
    stop_when(tool_call = ["listen", "look"], finish_reason = ["length", "refusal"])
)]
async fn by_either() -> Prompt<String> {
    Prompt::user("Look.")
}

#[tokio::test]
async fn either_of_several_conditions_ends_a_run() {
    for name in ["look", "listen"] {
        let model = ScriptedModel::new([calls([("c1", name, "{}")])]);
        let agent = by_either::agent().client(model).build().unwrap();
        let run = agent.run(()).await.unwrap();
        let name = name.to_owned();
        assert_eq!(run.outcome(), &Outcome::Stopped(Stop::ToolCall { name }));
    }
}
