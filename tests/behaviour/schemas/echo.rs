//! Tools that give back what they were given, one for each type.

use std::cell::RefCell;

use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::CallOutcome;
use phaseo_agent::testing::ScriptedModel;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use serde::Serialize;
use serde_json::Value;

use super::types::{self, *};
use crate::calls;

/// A tool that gives back a value of one type.
pub(super) struct Echo {
    pub(super) tool: Tool,
    takes: Takes,
    written: BoxedStrategy<String>,
}

/// Where the value stands in the arguments.
#[derive(Clone, Copy)]
enum Takes {
    /// It is all of them.
    Whole,
    /// It is the parameter `value`.
    Parameter,
}

/// How a call ended.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// The tool ran, and gave this JSON.
    Given(String),
    /// The arguments were refused, each with its path.
    Refused(String),
}

macro_rules! whole {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(
            /// Give back what was given.
            #[tool(on_error = "return-to-model")]
            async fn $name(Args(value): Args<$type>) -> $type {
                value
            }
        )*

        /// Tools whose whole input is the type.
        fn whole() -> Vec<Echo> {
            vec![$(Echo::new($name {}, Takes::Whole, types::$name())),*]
        }
    };
}

macro_rules! parameters {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(
            /// Give back what was given.
            #[tool(on_error = "return-to-model")]
            async fn $name(value: $type) -> $type {
                value
            }
        )*

        /// Tools that have the type as a parameter.
        fn parameters() -> Vec<Echo> {
            vec![$(Echo::new($name {}, Takes::Parameter, types::$name())),*]
        }
    };
}

whole! {
    scalars: Scalars,
    integers: Integers,
    floats: Floats,
    texts: Texts,
    ranges: Ranges,
    renamed: Renamed,
    defaults: Defaults,
    order: Order,
    lists: Lists,
    maps: Maps,
    tree: Tree,
    stamp: Stamp,
    flattened: Flattened,
    closed: Closed,
}

parameters! {
    colour: Colour,
    operation: Operation,
    shape: Shape,
    payment: Payment,
    amount: Amount,
    score: Score,
    tuple: (u8, String, Option<bool>),
}

/// A tool for each type.
pub(super) fn all() -> Vec<Echo> {
    whole().into_iter().chain(parameters()).collect()
}

/// Change it to search elsewhere.
const SEED: u64 = 20_261_207;

impl Echo {
    fn new<T: Serialize + std::fmt::Debug>(
        tool: impl Into<Tool>,
        takes: Takes,
        values: impl Strategy<Value = T> + 'static,
    ) -> Self {
        Self {
            tool: tool.into(),
            takes,
            written: values
                .prop_map(|value| serde_json::to_string(&value).expect("it can be written"))
                .boxed(),
        }
    }

    /// The arguments that hold this value.
    pub(super) fn arguments(&self, value: &str) -> String {
        match self.takes {
            Takes::Whole => value.to_owned(),
            Takes::Parameter => format!(r#"{{"value":{value}}}"#),
        }
    }

    /// Runs `check` on so many random values, as serde writes them.
    pub(super) fn check_values(
        &self,
        cases: u32,
        mut check: impl FnMut(&str) -> Result<(), TestCaseError>,
    ) {
        let check = RefCell::new(&mut check);
        let mut runner = TestRunner::new(ProptestConfig {
            cases,
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(SEED),
            ..ProptestConfig::default()
        });
        let checked = runner.run(&self.written, |value| (check.borrow_mut())(&value));
        if let Err(error) = checked {
            panic!("`{}`, seed {SEED}: {error}", self.tool.name());
        }
    }
}

/// What comes of a call of `tool` by a model, in a run of an agent.
pub(super) fn answer(tool: &Tool, arguments: &Value) -> Answer {
    answer_to_text(tool, &arguments.to_string())
}

/// The same with the text of the arguments.
pub(super) fn answer_to_text(tool: &Tool, arguments: &str) -> Answer {
    let call = calls([("call_1", tool.name(), arguments)]);
    let agent = Agent::builder("caller")
        .model("test/model")
        .tools([tool.clone()])
        .client(ScriptedModel::new([call, Response::text("Done.")]))
        .build()
        .expect("the agent is complete");
    let run = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime")
        .block_on(async { agent.run("Go.").await })
        .expect("the run ends");
    match run.state().call("call_1").and_then(|call| call.outcome()) {
        Some(CallOutcome::Output(output)) => Answer::Given(output.as_str().to_owned()),
        Some(CallOutcome::Failed { told, .. }) => Answer::Refused(issues(told).to_owned()),
        other => panic!("an answer was expected: {other:?}"),
    }
}

/// What of a message tells what is wrong.
fn issues(told: &str) -> &str {
    let (issues, _schema) = told
        .split_once(" Expected JSON of this schema: ")
        .unwrap_or_else(|| panic!("the schema is told: {told}"));
    issues
        .split_once(" are not valid: ")
        .map_or(issues, |(_, issues)| issues)
}

/// What checks values by another's reading of the schema.
pub(super) fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema)
        .expect("a schema")
}
