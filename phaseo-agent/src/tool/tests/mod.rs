//! What tools do, without a run.

mod approval;
mod builder;
mod context;
mod errors;
mod progress;
mod raw;
mod supplied;

use std::sync::Arc;

use futures_util::FutureExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use super::*;

#[derive(Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
struct Deploy {
    production: bool,
    release: String,
}

const STAGING: &str = r#"{"production":false,"release":"1.2"}"#;
const PRODUCTION: &str = r#"{"production":true,"release":"1.2"}"#;

/// A number with a rule.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Percent {
    #[schemars(range(max = 100))]
    percent: i64,
}

impl garde::Validate for Percent {
    type Context = ();

    fn validate_into(
        &self,
        _: &(),
        parent: &mut dyn FnMut() -> garde::Path,
        report: &mut garde::Report,
    ) {
        if self.percent > 100 {
            let error = garde::Error::new("greater than 100");
            report.append(parent().join("percent"), error);
        }
    }
}

fn facts() -> Facts {
    Facts {
        run_id: "run_1".to_owned(),
        agent_id: "agent".to_owned(),
        step: 1,
        call: CallInfo::new(
            "call_1".to_owned(),
            "tool".to_owned(),
            RawJson::parse("{}").unwrap(),
        ),
        attempt: 1,
        idempotency_key: "key".to_owned(),
        cancellation: CancellationToken::new(),
        states: Arc::default(),
        context: None,
        progress: ProgressSink::discard(),
        outbox: Outbox::new(),
        call_off: CallOff::new(CancellationToken::new()),
    }
}

fn context() -> ToolContext {
    ToolContext::new(facts())
}

/// Runs a call that waits for nothing.
fn run(tool: &Tool, arguments: &str) -> Result<Finished, ToolError> {
    let prepared = tool.prepare(arguments).expect("the arguments fit");
    finish(prepared)
}

fn finish(prepared: Box<dyn Prepared>) -> Result<Finished, ToolError> {
    let ended = prepared.run(context()).now_or_never();
    ended.expect("the tool waits for nothing")
}

/// The output as JSON text, or the error's text.
fn told(finished: Result<Finished, ToolError>) -> String {
    match finished {
        Ok(Finished::Output(output)) => output.as_str().to_owned(),
        Ok(Finished::HandedOver { reason }) => format!("handed over: {reason}"),
        Ok(Finished::Prompt(prompt)) => format!("prompt: {prompt:?}"),
        Err(error) => format!("error: {error}"),
    }
}

/// What is wrong with arguments.
fn issues(tool: &Tool, arguments: &str) -> Vec<String> {
    let refused = tool.prepare(arguments).err();
    let issues = refused.expect("the arguments do not fit");
    issues.iter().map(Issue::to_string).collect()
}
