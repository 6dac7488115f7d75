//! Tools.

use std::time::Duration;

use futures_util::{Stream, stream};
use garde::Validate;
use phaseo_agent::Resume;
use phaseo_agent::item::ToolCall;
use phaseo_agent::model::Response;
use phaseo_agent::prelude::*;
use phaseo_agent::run::Pause;
use phaseo_agent::tool::{NextTurn, OnError, ToolBuilder, Update};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{assert_same, trace};

/// A feature, by both ways.
struct Pair {
    feature: &'static str,
    by_macro: Tool,
    by_builder: Tool,
    /// The arguments of the calls in each step.
    steps: &'static [&'static [&'static str]],
    decide: Decide,
    /// What the log has to say, so that it is known that the feature was at work.
    shows: &'static str,
}

type Decide = for<'a> fn(Resume<'a, String, String>, &Pause) -> Resume<'a, String, String>;

/// A builder of the same name and description.
fn builder(of: impl Into<Tool>) -> ToolBuilder {
    let tool = of.into();
    Tool::builder(tool.name()).description(tool.description())
}

// The input of most tools.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Cents {
    cents: u32,
}

fn pay(cents: u32) -> Result<u32, ToolError> {
    match cents {
        0 => Err("nothing to pay".into()),
        cents => Ok(cents),
    }
}

/// The same, so that calls meet that are side by side.
async fn pay_later(cents: u32) -> Result<u32, ToolError> {
    tokio::time::sleep(Duration::from_millis(1)).await;
    pay(cents)
}

macro_rules! paying {
    ($(#[$attribute:meta] $name:ident),* $(,)?) => {
        $(
            /// Pay.
            #[$attribute]
            async fn $name(cents: u32) -> Result<u32, ToolError> {
                pay_later(cents).await
            }
        )*
    };
}

fn asks(cents: &impl HasCents) -> bool {
    cents.cents() > 10
}

trait HasCents {
    fn cents(&self) -> u32;
}

macro_rules! has_cents {
    ($($name:ident),*) => { $(impl HasCents for $name { fn cents(&self) -> u32 { self.cents } })* };
}

has_cents!(
    Cents,
    ByClosureInput,
    ByClosureOfCallInput,
    ByAsyncClosureInput,
    ByFailingRuleInput
);

paying! {
    #[tool] plain,
    #[tool(name = "pay_now", description = "Pay at once.")] named,
    #[tool(on_error = "fail-run")] failing,
    #[tool(on_error = "return-to-model")] returning,
    #[tool(on_error = "return-to-model", max_retries = 0)] impatient,
    #[tool(approval = true)] always,
    #[tool(approval = |input| asks(input))] by_closure,
    #[tool(approval = |input, context| asks(input) && context.step() == 2)] by_closure_of_call,
    #[tool(approval = |input| async move { asks(input) })] by_async_closure,
    #[tool(approval = |_| Err::<bool, _>("the rule is gone"))] by_failing_rule,
    #[tool(idempotent)] idempotent,
    #[tool(sequential)] sequential,
    #[tool(max_concurrency = 1)] one_by_one,
    #[tool(next_turn(model = "test/next", instructions = "Be short.", temperature = 0.5, top_p = 0.5, max_output_tokens = 9))]
    followed,
}

/// Pay.
#[tool(approval = by_path_of_whole)]
async fn by_path(Args(input): Args<Cents>) -> Result<u32, ToolError> {
    pay(input.cents)
}

async fn by_path_of_whole(input: &Cents, context: &ToolContext) -> Result<bool, ToolError> {
    tokio::task::yield_now().await;
    Ok(asks(input) && context.attempt() == 1)
}

/// Wait for good.
#[tool(timeout = "3s", on_error = "return-to-model")]
async fn hanging() {
    std::future::pending().await
}

/// Say a lot.
#[tool(max_output_chars = 5)]
async fn talking() -> &'static str {
    "a lot of words"
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
struct Order {
    #[garde(length(min = 3))]
    name: String,
    #[garde(range(max = 5))]
    #[serde(default)]
    count: u8,
}

fn rename(mut order: Order) -> Order {
    order.count += 3;
    order
}

/// Order.
#[tool(on_error = "return-to-model")]
async fn validated(Args(order): Args<Order>) -> Order {
    rename(order)
}

/// Count.
#[tool(streaming, on_error = "return-to-model")]
async fn emitting(cents: u32) -> ToolStream<u32, u32> {
    for cent in 1..=cents {
        emit!(cent);
    }
    pay(cents)
}

/// Count.
#[tool(on_error = "return-to-model")]
async fn sending(cents: u32, progress: Progress<Share>) -> Result<u32, ToolError> {
    progress.send(Share { percent: cents }).await?;
    pay(cents)
}

#[derive(Debug, Serialize, JsonSchema, Validate)]
struct Share {
    #[garde(range(max = 100))]
    percent: u32,
}

/// Count.
#[tool(streaming)]
fn by_hand(cents: u32) -> impl Stream<Item = Result<Update<u32, u32>, ToolError>> {
    updates(cents)
}

fn updates(cents: u32) -> impl Stream<Item = Result<Update<u32, u32>, ToolError>> + use<> {
    let progress = (1..=cents).map(|cent| Ok(Update::Progress(cent)));
    stream::iter(progress.chain([Ok(Update::Done(cents))]))
}

/// Ask a person.
#[tool(manual)]
async fn manual(cents: u32) -> Order;

/// Ask a person.
#[tool(manual, on_response = in_euros)]
async fn answered(cents: u32) -> String;

async fn in_euros(cents: u32, context: ToolContext) -> Result<String, ToolError> {
    Ok(format!("{}: {cents} cents", context.call().name))
}

/// Pay, or ask.
#[tool(interactive)]
async fn interactive(cents: u32) -> Interactive<u32> {
    pay_or_ask(cents)
}

/// Pay, or ask.
#[tool(interactive, on_response = in_euros)]
async fn interactive_answered(cents: u32) -> Result<Interactive<String>, ToolError> {
    Ok(match pay_or_ask(cents) {
        Interactive::Done(cents) => Interactive::Done(cents.to_string()),
        Interactive::Pending(reason) => Interactive::Pending(reason),
    })
}

fn pay_or_ask(cents: u32) -> Interactive<u32> {
    match cents {
        0..=10 => Interactive::Done(cents),
        _ => Interactive::pending("more than the desk may pay"),
    }
}

fn as_it_is<'a>(resume: Resume<'a, String, String>, _: &Pause) -> Resume<'a, String, String> {
    resume
}

fn approved<'a>(resume: Resume<'a, String, String>, _: &Pause) -> Resume<'a, String, String> {
    resume.approve("call_2_1").by("ann")
}

fn pairs() -> Vec<Pair> {
    let handled =
        |tool: ToolBuilder| tool.handler(async |input: Cents, _| pay_later(input.cents).await);
    let pair = |feature, by_macro: Tool, by_builder: Tool, steps, shows| Pair {
        feature,
        by_macro,
        by_builder,
        steps,
        decide: as_it_is,
        shows,
    };
    let asking = |feature, by_macro: Tool, by_builder: Tool| Pair {
        feature,
        by_macro,
        by_builder,
        steps: &[&[r#"{"cents":1}"#], &[r#"{"cents":11}"#]],
        decide: approved,
        shows: "ann",
    };
    let once: &[&[&str]] = &[&[r#"{"cents":3}"#]];
    let twice: &[&[&str]] = &[&[r#"{"cents":3}"#, r#"{"cents":4}"#]];
    let bad: &[&[&str]] = &[&[r#"{"cents":0}"#], &[r#"{"cents":5}"#]];
    vec![
        pair(
            "a tool",
            plain {}.into(),
            handled(builder(plain {})).build(),
            once,
            "3",
        ),
        pair(
            "input of another form",
            returning {}.into(),
            handled(builder(returning {}).on_error(OnError::ReturnToModel)).build(),
            &[&[
                r#"{"cents":-1}"#,
                r#"{"euros":1}"#,
                "{",
                r#""{\"cents\":7}""#,
            ]],
            "cents: is missing",
        ),
        pair(
            "name and description",
            named {}.into(),
            handled(Tool::builder("pay_now").description("Pay at once.")).build(),
            once,
            "pay_now",
        ),
        pair(
            "on_error = \"return-to-model\"",
            returning {}.into(),
            handled(builder(returning {}).on_error(OnError::ReturnToModel)).build(),
            bad,
            "nothing to pay",
        ),
        pair(
            "on_error = \"fail-run\"",
            failing {}.into(),
            handled(builder(failing {}).on_error(OnError::FailRun)).build(),
            bad,
            "nothing to pay",
        ),
        pair(
            "max_retries",
            impatient {}.into(),
            handled(
                builder(impatient {})
                    .on_error(OnError::ReturnToModel)
                    .max_retries(0),
            )
            .build(),
            bad,
            "nothing to pay",
        ),
        pair(
            "timeout",
            hanging {}.into(),
            builder(hanging {})
                .timeout(Duration::from_secs(3))
                .on_error(OnError::ReturnToModel)
                .handler(async |_: NoInput, _| {
                    let (): () = std::future::pending().await;
                    Ok::<_, ToolError>(())
                })
                .build(),
            &[&["{}"]],
            "3s",
        ),
        pair(
            "idempotent",
            idempotent {}.into(),
            handled(builder(idempotent {}).idempotent()).build(),
            once,
            "3",
        ),
        pair(
            "calls side by side",
            plain {}.into(),
            handled(builder(plain {})).build(),
            twice,
            "call_claimed call_claimed call_settled call_settled",
        ),
        pair(
            "sequential",
            sequential {}.into(),
            handled(builder(sequential {}).sequential()).build(),
            twice,
            "call_claimed call_settled call_claimed call_settled",
        ),
        pair(
            "max_concurrency",
            one_by_one {}.into(),
            handled(builder(one_by_one {}).max_concurrency(1)).build(),
            twice,
            "call_claimed call_settled call_claimed call_settled",
        ),
        pair(
            "max_output_chars",
            talking {}.into(),
            builder(talking {})
                .max_output_chars(5)
                .handler(async |_: NoInput, _| Ok::<_, ToolError>("a lot of words"))
                .build(),
            &[&["{}"]],
            "a lot of words",
        ),
        pair(
            "next_turn",
            followed {}.into(),
            handled(
                builder(followed {}).next_turn(
                    NextTurn::new()
                        .model("test/next")
                        .instructions("Be short.")
                        .temperature(0.5)
                        .top_p(0.5)
                        .max_output_tokens(9),
                ),
            )
            .build(),
            once,
            "test/next",
        ),
        pair(
            "garde rules of the input and the output",
            validated {}.into(),
            builder(validated {})
                .on_error(OnError::ReturnToModel)
                .handler(async |order: Order, _| Ok::<_, ToolError>(rename(order)))
                .validated()
                .validated_output()
                .build(),
            &[
                &[r#"{"name":"ab","count":9}"#],
                &[r#"{"name":"abc","count":4}"#],
                &[r#"{"name":"abc"}"#],
            ],
            "the output is not valid: count: greater than 5",
        ),
        pair(
            "streaming",
            emitting {}.into(),
            builder(emitting {})
                .on_error(OnError::ReturnToModel)
                .streaming_handler(async |input: Cents, _, progress: Progress<u32>| {
                    for cent in 1..=input.cents {
                        progress.send(cent).await?;
                    }
                    pay(input.cents)
                })
                .build(),
            bad,
            "\"progress\":[1,2,3,4,5]",
        ),
        pair(
            "a parameter `Progress<P>` whose values have rules",
            sending {}.into(),
            builder(sending {})
                .on_error(OnError::ReturnToModel)
                .streaming_handler(async |input: Cents, _, progress: Progress<Share>| {
                    progress
                        .send(Share {
                            percent: input.cents,
                        })
                        .await?;
                    pay(input.cents)
                })
                .validated_progress()
                .build(),
            &[&[r#"{"cents":101}"#], &[r#"{"cents":100}"#]],
            "the progress value is not valid: percent: greater than 100",
        ),
        pair(
            "a stream written by hand",
            by_hand {}.into(),
            builder(by_hand {})
                .stream(|input: Cents, _| updates(input.cents))
                .build(),
            once,
            "\"progress\":[1,2,3]",
        ),
        Pair {
            feature: "manual",
            by_macro: manual {}.into(),
            by_builder: builder(manual {})
                .manual::<Cents, Order>()
                .validated_supplied()
                .build(),
            steps: once,
            decide: |resume, _| {
                resume.output("call_1_1", serde_json::json!({"name": "tea", "count": 2}))
            },
            shows: "tea",
        },
        Pair {
            feature: "manual with on_response",
            by_macro: answered {}.into(),
            by_builder: builder(answered {})
                .manual::<Cents, String>()
                .on_response(in_euros)
                .build(),
            steps: once,
            decide: |resume, _| resume.output("call_1_1", 42),
            shows: "answered: 42 cents",
        },
        Pair {
            feature: "interactive",
            by_macro: interactive {}.into(),
            by_builder: builder(interactive {})
                .interactive(async |input: Cents, _| Ok::<_, ToolError>(pay_or_ask(input.cents)))
                .build(),
            steps: &[&[r#"{"cents":1}"#], &[r#"{"cents":11}"#]],
            decide: |resume, _| resume.output("call_2_1", 12),
            shows: "more than the desk may pay",
        },
        Pair {
            feature: "interactive with on_response",
            by_macro: interactive_answered {}.into(),
            by_builder: builder(interactive_answered {})
                .interactive(async |input: Cents, _| {
                    Ok::<_, ToolError>(match pay_or_ask(input.cents) {
                        Interactive::Done(cents) => Interactive::Done(cents.to_string()),
                        Interactive::Pending(reason) => Interactive::Pending(reason),
                    })
                })
                .on_response(in_euros)
                .build(),
            steps: &[&[r#"{"cents":1}"#], &[r#"{"cents":11}"#]],
            decide: |resume, _| resume.output("call_2_1", 12),
            shows: "interactive_answered: 12 cents",
        },
        Pair {
            feature: "approval = true",
            decide: |resume, _| resume.approve("call_1_1").by("ann"),
            ..pair(
                "",
                always {}.into(),
                handled(builder(always {}).require_approval()).build(),
                once,
                "ann",
            )
        },
        Pair {
            feature: "a rejected call",
            decide: |resume, _| resume.reject("call_1_1", "not today").note("ask again"),
            ..pair(
                "",
                always {}.into(),
                handled(builder(always {}).require_approval()).build(),
                once,
                "not today",
            )
        },
        asking(
            "approval by a closure",
            by_closure {}.into(),
            handled(builder(by_closure {}))
                .approval(|input: &Cents| asks(input))
                .build(),
        ),
        asking(
            "approval by a closure of the call",
            by_closure_of_call {}.into(),
            handled(builder(by_closure_of_call {}))
                .approval(|input: &Cents, context: &ToolContext| asks(input) && context.step() == 2)
                .build(),
        ),
        asking(
            "approval by an async closure",
            by_async_closure {}.into(),
            handled(builder(by_async_closure {}))
                .approval(async |input: &Cents| asks(input))
                .build(),
        ),
        asking(
            "approval by the path of an async function",
            by_path {}.into(),
            builder(by_path {})
                .handler(async |input: Cents, _| pay(input.cents))
                .approval(by_path_of_whole)
                .build(),
        ),
        Pair {
            feature: "an approval rule that fails",
            decide: |resume, _| resume.approve("call_1_1"),
            ..pair(
                "",
                by_failing_rule {}.into(),
                handled(builder(by_failing_rule {}))
                    .approval(|_: &Cents| Err::<bool, _>("the rule is gone"))
                    .build(),
                once,
                "the rule is gone",
            )
        },
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoInput {}

/// The answers of a model that makes these calls, each in its step, and then is done.
fn answers(name: &str, steps: &[&[&str]]) -> Vec<Response> {
    let step = |(step, calls): (usize, &&[&str])| {
        let calls = calls.iter().zip(1..).map(|(arguments, call)| {
            ToolCall::new(format!("call_{}_{call}", step + 1), name, *arguments)
        });
        Response::calls(calls)
    };
    let steps = steps.iter().enumerate().map(step);
    steps.chain([Response::text("Done.")]).collect()
}

#[tokio::test(start_paused = true)]
async fn a_tool_by_either_way_leaves_the_same_log() {
    for pair in pairs() {
        let answers = answers(pair.by_macro.name(), pair.steps);
        let run = async |tool: &Tool| {
            let agent = Agent::builder("payer")
                .model("test/model")
                .tool_concurrency(2)
                .tools(tool.clone());
            trace(agent, &answers, "Go.".to_owned(), pair.decide).await
        };
        let by_macro = run(&pair.by_macro).await;
        assert_same(pair.feature, &by_macro, &run(&pair.by_builder).await);
        let text = by_macro.text();
        assert!(text.contains(pair.shows), "{}: {text}", pair.feature);
    }
}

#[test]
fn a_tool_by_either_way_has_the_same_schemas_and_options() {
    for Pair {
        feature,
        by_macro,
        by_builder,
        ..
    } in pairs()
    {
        let untitled = |schema: &phaseo_agent::schema::Schema| {
            let mut tree = schema.tree().clone();
            let fields = tree.as_object_mut();
            fields.map(|fields| (fields.remove("title"), fields.remove("description")));
            tree
        };
        assert_eq!(by_macro.options(), by_builder.options(), "{feature}");
        assert_eq!(
            untitled(by_macro.input_schema()),
            untitled(by_builder.input_schema()),
            "{feature}"
        );
        assert_eq!(
            by_macro.output_schema().tree(),
            by_builder.output_schema().tree(),
            "{feature}"
        );
    }
}
