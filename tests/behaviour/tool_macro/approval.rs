//! `#[tool(approval = ..)]` in all its forms.

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use phaseo_agent::tool::Gate;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::calls;

#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Environment {
    Staging,
    Production,
}

#[derive(Deserialize, JsonSchema)]
struct Release {
    environment: Environment,
}

async fn looked_up() {
    tokio::task::yield_now().await;
}

/// By a closure of the input.
#[tool(approval = |input| input.environment == Environment::Production)]
async fn by_closure(environment: Environment) {
    let _ = environment;
}

/// By a closure of the input and the context.
#[tool(approval = |input, context| input.environment == Environment::Production && context.step() == 1)]
async fn by_closure_of_call(environment: Environment) {
    let _ = environment;
}

/// By an async closure of the input.
#[tool(approval = async |input| {
    looked_up().await;
    input.environment == Environment::Production
})]
async fn by_async_closure(environment: Environment) {
    let _ = environment;
}

/// By a closure that gives a future.
#[tool(approval = |ByFutureInput { environment }, context| async move {
    looked_up().await;
    Ok::<_, ToolError>(*environment == Environment::Production && context.step() == 1)
})]
async fn by_future(environment: Environment) {
    let _ = environment;
}

fn of_input(input: &ByPathInput) -> bool {
    input.environment == Environment::Production
}

/// By a function of the input.
#[tool(approval = of_input)]
async fn by_path(environment: Environment) {
    let _ = environment;
}

/// Rules may stand anywhere.
mod rules {
    use super::*;

    pub(super) fn of_call(input: &ByPathOfCallInput, context: &ToolContext) -> bool {
        input.environment == Environment::Production && context.step() == 1
    }

    pub(super) async fn of_input_async(input: &ByAsyncPathInput) -> Result<bool, std::fmt::Error> {
        looked_up().await;
        Ok(input.environment == Environment::Production)
    }

    pub(super) async fn of_call_async(input: &Release, context: &ToolContext) -> bool {
        looked_up().await;
        input.environment == Environment::Production && context.step() == 1
    }
}

/// By a function of the input and the context.
#[tool(approval = rules::of_call)]
async fn by_path_of_call(environment: Environment) {
    let _ = environment;
}

/// By an async function of the input.
#[tool(approval = rules::of_input_async)]
async fn by_async_path(environment: Environment) {
    let _ = environment;
}

/// By an async function of the whole input and the context.
#[tool(approval = rules::of_call_async)]
async fn by_async_path_of_call(Args(release): Args<Release>) {
    let _ = release.environment;
}

/// By an async closure of the whole input and the context.
#[tool(approval = async |input, context| input.environment == Environment::Production && context.step() == 1)]
async fn by_async_closure_of_call(Args(release): Args<Release>) {
    let _ = release.environment;
}

/// By a rule that fails.
#[tool(approval = |_| Err::<bool, _>("the registry is down"))]
async fn by_failing_rule(environment: Environment) {
    let _ = environment;
}

/// You release.
#[agent(model = "test/model")]
async fn releaser() -> Prompt<String> {
    Prompt::user("Release.")
}

/// Why the calls of a tool for staging and for production wait, if they do.
async fn waiting(tool: Tool) -> [Option<String>; 2] {
    assert_eq!(tool.options().approval, Gate::Predicate);
    let name = tool.name().to_owned();
    let calls = calls([
        ("staging", &*name, r#"{"environment":"staging"}"#),
        ("production", &*name, r#"{"environment":"production"}"#),
    ]);
    let model = ScriptedModel::new([calls, Response::text("done")]);
    let agent = releaser::agent().tools(tool).client(model);
    let agent = agent.build().expect("the agent is complete");
    let run = agent.run(()).await.expect("it pauses");
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{name}: {:?}", run.outcome())
    };
    ["staging", "production"].map(|id| {
        let pending = pause.pending.iter().find(|pending| pending.id == id);
        pending.map(|pending| pending.reason.clone())
    })
}

#[tokio::test]
async fn a_rule_of_any_form_decides_which_calls_wait() {
    let tools = [
        Tool::from(by_closure {}),
        Tool::from(by_closure_of_call {}),
        Tool::from(by_async_closure {}),
        Tool::from(by_async_closure_of_call {}),
        Tool::from(by_future {}),
        Tool::from(by_path {}),
        Tool::from(by_path_of_call {}),
        Tool::from(by_async_path {}),
        Tool::from(by_async_path_of_call {}),
    ];
    for tool in tools {
        let name = tool.name().to_owned();
        assert_eq!(
            waiting(tool).await,
            [None, Some("the tool needs approval".to_owned())],
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_rule_that_fails_asks() {
    for reason in waiting(Tool::from(by_failing_rule {})).await {
        assert!(reason.is_some_and(|reason| reason.contains("the registry is down")));
    }
}
