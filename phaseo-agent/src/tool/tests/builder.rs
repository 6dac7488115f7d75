//! Tools of Rust types that a builder made.

use futures_util::{StreamExt, stream};

use super::*;

fn described(name: &str) -> ToolBuilder {
    Tool::builder(name).description("A tool.")
}

/// What an agent would say of the tool.
fn refused(tool: Tool) -> Vec<String> {
    let mut problems = Vec::new();
    Registry::new(vec![tool], &mut problems);
    problems
}

#[test]
fn every_option_reaches_the_tool() {
    let tool = described("deploy")
        .max_retries(5)
        .sequential()
        .max_concurrency(2)
        .max_output_chars(300)
        .next_turn(NextTurn::new().model("small"))
        .handler(async |_: Deploy, _| Ok::<_, ToolError>(true))
        .build();
    let expected = Options::new()
        .max_retries(5)
        .sequential()
        .max_concurrency(2)
        .max_output_chars(300)
        .next_turn(NextTurn::new().model("small"));
    assert_eq!(tool.options(), &expected);
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn a_stream_gives_progress_until_its_output() {
    let tool = described("deploy")
        .stream(|_: Deploy, _| {
            let end = stream::once(async { panic!("what comes after `Done` is not polled") });
            let updates = [Ok(Update::Progress(1)), Ok(Update::Done("deployed"))];
            stream::iter::<[Result<_, ToolError>; 2]>(updates).chain(end)
        })
        .build();
    assert_eq!(tool.options().kind, Kind::Streaming);
    assert_eq!(told(run(&tool, STAGING)), r#""deployed""#);
}

#[test]
fn a_stream_without_an_output_is_an_error() {
    let tool = described("deploy")
        .stream(|_: Deploy, _| stream::iter([Ok::<Update<u8, u8>, ToolError>(Update::Progress(1))]))
        .build();
    assert_eq!(
        told(run(&tool, STAGING)),
        "error: the tool's stream ended without `Update::Done`"
    );
}

#[test]
fn a_stream_can_fail() {
    let tool = described("deploy")
        .stream(|_: Deploy, _| stream::iter([Err::<Update<u8, u8>, _>("no room")]))
        .build();
    assert_eq!(told(run(&tool, STAGING)), "error: no room");
}

#[test]
fn an_interactive_tool_finishes_or_hands_over() {
    let tool = described("deploy")
        .interactive(async |input: Deploy, _| {
            Ok::<_, ToolError>(match input.production {
                false => Interactive::Done(input.release),
                true => Interactive::pending("may it go live?"),
            })
        })
        .build();
    assert_eq!(tool.options().kind, Kind::Interactive);
    assert_eq!(told(run(&tool, STAGING)), r#""1.2""#);
    assert_eq!(told(run(&tool, PRODUCTION)), "handed over: may it go live?");
}

#[test]
fn outputs_are_validated() {
    let tool = || {
        described("deploy").sync_handler(|input: Deploy, _| {
            Ok::<_, ToolError>(Percent {
                percent: if input.production { 101 } else { 100 },
            })
        })
    };
    assert_eq!(
        refused(tool().build()),
        [
            "the schema of the output of `deploy` states rules for `percent` that nothing checks: state them with `#[garde(..)]` \
          of the garde version that phaseo-agent re-exports"
        ]
    );
    let tool = tool().validated_output().build();
    assert_eq!(told(run(&tool, STAGING)), r#"{"percent":100}"#);
    assert_eq!(
        told(run(&tool, PRODUCTION)),
        "error: the output is not valid: percent: greater than 100"
    );
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn progress_is_validated() {
    let tool = || {
        described("deploy").streaming_handler(
            |_: Deploy, _, progress: Progress<Percent>| async move {
                progress.send(Percent { percent: 101 }).await?;
                Ok::<_, ToolError>(true)
            },
        )
    };
    assert_eq!(refused(tool().build()).len(), 1);
    let tool = tool().validated_progress().build();
    assert_eq!(
        told(run(&tool, STAGING)),
        "error: the progress value is not valid: percent: greater than 100"
    );
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn inputs_are_validated() {
    let tool = described("set")
        .handler(async |input: Percent, _| Ok::<_, ToolError>(input.percent))
        .validated()
        .build();
    assert_eq!(
        issues(&tool, r#"{"percent":101}"#),
        ["percent: greater than 100"]
    );
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn a_rule_that_a_type_may_keep_holds_for_outputs() {
    #[derive(Serialize, JsonSchema)]
    struct Names {
        #[schemars(extend("uniqueItems" = true))]
        names: Vec<&'static str>,
    }
    let tool = described("names")
        .sync_handler(|_: Deploy, _| {
            Ok::<_, ToolError>(Names {
                names: vec!["a", "a"],
            })
        })
        .build();
    assert_eq!(
        told(run(&tool, STAGING)),
        "error: the output is not valid: names: must have no item twice"
    );
}
