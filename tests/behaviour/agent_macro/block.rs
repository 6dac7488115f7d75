//! Agents that are `impl` blocks: tools that share a value.

use std::sync::atomic::{AtomicU32, Ordering};

use phaseo_agent::ErrorKind;
use phaseo_agent::item::{Message, ToolCall};
use phaseo_agent::model::{Request, Response};
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Ticket {
    id: String,
    reads: u32,
}

/// A type of the app's whose values are agents.
struct HelpDesk {
    reads: AtomicU32,
}

impl HelpDesk {
    fn new() -> Self {
        Self {
            reads: AtomicU32::new(0),
        }
    }
}

/// Tell the time.
#[tool]
async fn time() -> &'static str {
    "noon"
}

/// You answer questions of customers.
#[agent(model = "test/model", tools(time), tool_concurrency = 2)]
impl HelpDesk {
    const LONGEST: usize = 4;

    /// Load one ticket.
    #[tool(approval = |input| input.id.len() > Self::LONGEST)]
    async fn ticket(&self, #[garde(length(min = 3))] id: String) -> Result<Ticket, ToolError> {
        self.read(id)
    }

    /// Ask a person.
    #[tool(interactive, name = "ask-person")]
    async fn ask(&self, question: String) -> Interactive<String> {
        Interactive::pending(question)
    }

    /// Done elsewhere.
    #[tool(manual)]
    async fn refund(&self, cents: u32) -> u32;

    /// Count up.
    #[tool]
    async fn count(&self, to: u32, progress: Progress<u32>) -> Result<u32, ToolError> {
        for number in 0..to {
            progress.send(number).await?;
        }
        Ok(to + self.reads.load(Ordering::SeqCst))
    }

    fn read(&self, id: String) -> Result<Ticket, ToolError> {
        let reads = self.reads.fetch_add(1, Ordering::SeqCst) + 1;
        Ok(Ticket { id, reads })
    }
}

fn call(id: &str, tool: &str, input: serde_json::Value) -> ToolCall {
    ToolCall::new(id, tool, input.to_string())
}

/// What the model is told of its last calls.
fn results(request: &Request) -> Vec<&str> {
    match request.transcript.messages().last() {
        Some(Message::Tool(results)) => results
            .iter()
            .map(|result| result.output.as_str())
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_tools_of_a_block_share_its_value() {
    let model = ScriptedModel::new([
        Response::calls([
            call("a", "ticket", json!({"id": "T-1"})),
            call("b", "count", json!({"to": 2})),
            call("c", "time", json!({})),
        ]),
        Response::calls([
            call("d", "ticket", json!({"id": "T-2"})),
            call("e", "count", json!({"to": 2})),
        ]),
        Response::text("Solved."),
    ]);
    let agent = HelpDesk::new()
        .into_agent()
        .client(model.clone())
        .build()
        .unwrap();
    assert_eq!(agent.id(), "help_desk");
    let run = agent.run("Where is my lamp?").await.unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Solved.".to_owned()));

    let requests = model.requests();
    assert_eq!(
        requests[0].instructions.as_deref(),
        Some("You answer questions of customers.")
    );
    let names: Vec<_> = requests[0]
        .tools
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    assert_eq!(names, ["ticket", "ask-person", "refund", "count", "time"]);
    assert_eq!(
        results(&requests[1]),
        [r#"{"id":"T-1","reads":1}"#, "3", r#""noon""#]
    );
    assert_eq!(results(&requests[2]), [r#"{"id":"T-2","reads":2}"#, "4"]);
}

#[tokio::test]
async fn a_block_pauses_for_approval_for_people_and_for_manual_tools() {
    let model = ScriptedModel::new([
        Response::calls([
            call("a", "ticket", json!({"id": "T-1000"})),
            call("b", "ask-person", json!({"question": "Sure?"})),
            call("c", "refund", json!({"cents": 5})),
        ]),
        Response::text("Refunded."),
    ]);
    let agent = HelpDesk::new()
        .into_agent()
        .client(model.clone())
        .build()
        .unwrap();
    let run = agent.run("Refund me.").await.unwrap();
    let Outcome::Paused(pause) = run.outcome() else {
        panic!("{:?}", run.outcome())
    };
    let waiting: Vec<_> = pause.pending.iter().map(|call| &*call.id).collect();
    assert_eq!(waiting, ["a", "b", "c"]);
    let run = agent
        .resume(run.id())
        .approve("a")
        .output("b", "Yes.")
        .output("c", 5)
        .await
        .unwrap();
    assert_eq!(run.outcome(), &Outcome::Completed("Refunded.".to_owned()));
    assert_eq!(
        results(&model.requests()[1]),
        [r#"{"id":"T-1000","reads":1}"#, r#""Yes.""#, "5"]
    );
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Advice {
    umbrella: bool,
}

mod private {
    use phaseo_agent::prelude::*;

    /// Its id is said.
    pub(super) struct Weather {
        pub(super) sky: &'static str,
    }

    #[agent(id = "forecast", model = "test/model", instructions = "Be short.")]
    impl Weather {
        /// Look at the sky.
        #[tool]
        async fn sky(&self, State(place): State<&'static str>) -> String {
            format!("{} over {place}", self.sky)
        }

        #[prompt]
        async fn ask(
            &self,
            #[garde(length(min = 2))] city: String,
            State(place): State<&'static str>,
        ) -> Result<Prompt<super::Advice>, String> {
            match city == place {
                true => Ok(Prompt::user(format!("An umbrella in {city}?"))),
                false => Err(format!("this is {place}")),
            }
        }
    }
}

#[tokio::test]
async fn a_prompt_makes_a_block_typed() {
    let model = ScriptedModel::new([
        Response::calls([call("a", "sky", json!({}))]),
        Response::text(r#"{"umbrella":true}"#),
    ]);
    let agent = private::Weather { sky: "rain" }
        .into_agent()
        .client(model.clone())
        .state("Ulm")
        .build()
        .unwrap();
    assert_eq!(agent.id(), "forecast");
    let error = agent.run("U").await.unwrap_err();
    assert!(
        error.to_string().contains("city: length is lower than 2"),
        "{error}"
    );
    let error = agent.run("Bonn").await.unwrap_err();
    let ErrorKind::Prompt(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(cause.to_string(), "this is Ulm");
    let run = agent.run("Ulm").await.unwrap();
    assert_eq!(
        run.outcome(),
        &Outcome::Completed(Advice { umbrella: true })
    );
    assert_eq!(results(&model.requests()[1]), [r#""rain over Ulm""#]);
}

#[tokio::test]
async fn a_state_that_a_block_needs_and_nobody_supplied_fails_the_build() {
    let error = private::Weather { sky: "rain" }
        .into_agent()
        .client(ScriptedModel::default())
        .build()
        .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("`sky`") && text.contains("&str"), "{text}");
}

#[tokio::test]
async fn the_methods_of_a_block_stay_methods() {
    let desk = HelpDesk::new();
    let ticket = desk.ticket("T-1".to_owned()).await.unwrap();
    assert_eq!(ticket.reads, 1);
}
