//! What an agent's function takes beside its input: states, the app's context, extractors.

use std::sync::{Arc, Mutex};

use phaseo_agent::ErrorKind;
use phaseo_agent::item::Message;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Extract;
use serde::{Deserialize, Serialize};

use crate::calls;

#[derive(Clone, Debug)]
struct Desk(&'static str);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Session {
    user: String,
    visits: u32,
}

fn session(visits: u32) -> Session {
    Session {
        user: "Ada".to_owned(),
        visits,
    }
}

/// You welcome people.
#[agent(model = "test/model")]
async fn welcome(
    place: String,
    State(desk): State<Desk>,
    session: RunContext<Session>,
) -> Result<Prompt<String>, ToolError> {
    let mut now = session.get()?;
    now.visits += 1;
    session.set(&now)?;
    Ok(Prompt::user(format!(
        "{}: welcome {} at {place}.",
        desk.0, now.user
    )))
}

/// What the model is told first in the `index`th question.
fn told(model: &ScriptedModel, index: usize) -> String {
    let requests = model.requests();
    let Some(Message::User(content)) = requests[index].transcript.messages().first() else {
        panic!("{:?}", requests[index])
    };
    content[0].as_text().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_prompt_is_made_of_states_and_the_context_of_the_run() {
    let model = ScriptedModel::new([Response::text("Hello."), Response::text("Hello.")]);
    let agent = welcome::agent()
        .client(model.clone())
        .state(Desk("north"))
        .context(session(6))
        .build()
        .unwrap();
    let run = agent.run("the door").await.unwrap();
    assert_eq!(told(&model, 0), "north: welcome Ada at the door.");
    assert_eq!(run.state().root().context::<Session>().unwrap(), session(7));

    let run = agent.run("the door").context(session(20)).await.unwrap();
    let kept = agent.resume(run.id()).await.unwrap();
    assert_eq!(
        kept.state().root().context::<Session>().unwrap(),
        session(21)
    );
    let log = serde_json::to_value(run.state()).unwrap().to_string();
    assert!(log.contains(r#""visits":21"#), "{log}");
    assert!(!log.contains(r#""visits":20"#), "{log}");
}

#[tokio::test]
async fn a_state_that_a_prompt_needs_must_be_supplied() {
    let error = welcome::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    let desk = std::any::type_name::<Desk>();
    let expected =
        format!("the agent `welcome` needs a state of type `{desk}`: supply it with `.state(..)`");
    assert_eq!(problems, &[expected]);
}

#[tokio::test]
async fn a_prompt_that_finds_no_context_fails_before_the_run() {
    let model = ScriptedModel::default();
    let agent = welcome::agent()
        .client(model.clone())
        .state(Desk("north"))
        .build()
        .unwrap();
    let error = agent.run("the door").await.unwrap_err();
    let ErrorKind::Prompt(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert!(
        cause.to_string().contains("the run has no context"),
        "{cause}"
    );
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn the_function_is_called_in_a_test_with_what_it_takes() {
    let context = RunContext::of(&session(1)).unwrap();
    let prompt = welcome("home".to_owned(), State(Desk("south")), context.clone());
    let prompt = prompt.await.unwrap();
    assert_eq!(
        prompt.content()[0].as_text(),
        Some("south: welcome Ada at home.")
    );
    assert_eq!(context.get().unwrap(), session(2));
}

/// Who runs the agent, in which run.
struct Caller(String);

impl Extract<PromptContext> for Caller {
    fn extract(context: &PromptContext) -> Result<Self, ToolError> {
        let Desk(desk) = context.state().ok_or("nobody is at the desk")?;
        Ok(Self(format!("{desk} {}", context.agent_id())))
    }
}

type Seen = Arc<Mutex<Vec<String>>>;

/// You are called.
#[agent(model = "test/model", id = "called-agent")]
async fn called(
    #[extract] caller: Caller,
    context: PromptContext,
    State(seen): State<Seen>,
) -> Prompt<String> {
    seen.lock()
        .expect("nothing panics")
        .push(context.run_id().to_owned());
    Prompt::user(caller.0)
}

#[tokio::test]
async fn an_extractor_of_ones_own_takes_what_it_wants() {
    let model = ScriptedModel::new([Response::text("Yes?")]);
    let seen = Seen::default();
    let agent = called::agent()
        .client(model.clone())
        .state(Arc::clone(&seen));
    let agent = agent.state(Desk("west")).build().unwrap();
    let run = agent.run(()).await.unwrap();
    assert_eq!(told(&model, 0), "west called-agent");
    assert_eq!(*seen.lock().unwrap(), [run.id()]);

    let agent = called::agent().client(model).state(seen).build().unwrap();
    let error = agent.run(()).await.unwrap_err();
    let ErrorKind::Prompt(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(cause.to_string(), "nobody is at the desk");
}

/// Look at who visits.
#[tool]
async fn look(session: RunContext<Session>) -> Result<u32, ToolError> {
    Ok(session.get()?.visits)
}

/// You welcome people for another agent.
#[agent(tools(look))]
async fn porter(
    State(desk): State<Desk>,
    session: RunContext<Session>,
) -> Result<Prompt<String>, ToolError> {
    let mut now = session.get()?;
    now.visits += 1;
    session.set(&now)?;
    Ok(Prompt::user(format!("{}: welcome {}.", desk.0, now.user)))
}

/// You run the house.
#[agent(model = "test/outer", tools(porter::agent(), look))]
async fn house() -> Prompt<String> {
    Prompt::user("Visitors!")
}

#[tokio::test]
async fn in_a_sub_agent_they_are_those_of_the_outer_run() {
    let model = ScriptedModel::new([
        calls([("c1", "porter", "{}")]),
        calls([("c2", "look", "{}")]),
        Response::text("welcomed"),
        calls([("c3", "look", "{}")]),
        Response::text("done"),
    ]);
    let agent = house::agent()
        .client(model.clone())
        .state(Desk("east"))
        .context(session(0))
        .build()
        .unwrap();
    let run = agent.run(()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(told(&model, 1), "east: welcome Ada.");
    let output = |index: usize| {
        let requests = model.requests();
        let Some(Message::Tool(results)) = requests[index].transcript.messages().last().cloned()
        else {
            panic!("{:?}", requests[index])
        };
        results[0].output.as_str().to_owned()
    };
    // The inner run began with it, and the outer one has it once the call is settled.
    assert_eq!((output(2), output(4)), ("1".to_owned(), "1".to_owned()));
    assert_eq!(run.state().root().context::<Session>().unwrap(), session(1));
    // A log that is read again says the same.
    let json = serde_json::to_string(run.state()).unwrap();
    let read: phaseo_agent::run::State = serde_json::from_str(&json).unwrap();
    assert_eq!(read.root().context::<Session>().unwrap(), session(1));
}

#[tokio::test]
async fn a_sub_agent_that_fails_sets_nothing() {
    let model = ScriptedModel::new([
        calls([("c1", "porter", "{}")]),
        calls([("c2", "nothing", "{}")]),
        Response::text("done"),
    ]);
    let agent = house::agent()
        .client(model)
        .state(Desk("east"))
        .context(session(0))
        .on_error(OnError::ReturnToModel)
        .build()
        .unwrap();
    let run = agent.run(()).await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("done".to_owned()));
    assert_eq!(run.state().root().context::<Session>().unwrap(), session(0));
}

#[test]
fn a_state_that_the_prompt_of_a_sub_agent_needs_is_the_outer_agents_to_supply() {
    let error = house::agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let desk = std::any::type_name::<Desk>();
    assert_eq!(
        error.to_string(),
        format!(
            "the agent cannot be built: the tool `porter` needs a state of type `{desk}`: supply it with \
             `.state(..)`"
        )
    );
}

#[tokio::test]
async fn a_builder_says_the_same() {
    let build = || {
        AgentBuilder::of_context("greeter", async |name: String, context| {
            let Desk(desk) = context.state().ok_or("there is no desk")?;
            let mut now: Session = context.context()?;
            now.visits += 1;
            context.set_context(&now)?;
            Ok::<_, ToolError>(Prompt::<String>::user(format!("{desk}: {name}")))
        })
        .model("test/model")
        .needs::<Desk>()
        .context(session(1))
    };
    let error = build()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the agent `greeter` needs a state of type"),
        "{error}"
    );
    let model = ScriptedModel::new([Response::text("Hello.")]);
    let agent = build().client(model.clone()).state(Desk("up")).build();
    let run = agent.unwrap().run("Bob").await.unwrap();
    assert_eq!(told(&model, 0), "up: Bob");
    assert_eq!(run.state().root().context::<Session>().unwrap(), session(2));
}
