//! Tools as a macro writes them.

use super::*;

/// A tool that says only what every tool must.
struct Plain;

impl TypedTool for Plain {
    const NAME: &'static str = "plain";
    const DESCRIPTION: &'static str = "A plain tool.";
    const OPTIONS: Options = Options::new();
    type Input = Deploy;

    fn output_schema() -> Schema {
        Schema::of_output::<bool>()
    }

    async fn call(&self, input: Deploy, _: ToolContext) -> Result<Output, ToolError> {
        Ok(Output::of(&input.production)?)
    }
}

/// A tool that has everything of its own.
struct Own;

impl TypedTool for Own {
    const NAME: &'static str = "own";
    const DESCRIPTION: &'static str = "A tool with a rule.";
    const OPTIONS: Options = Options::new().interactive().approval_by_rule();
    type Input = Deploy;

    fn output_schema() -> Schema {
        Schema::of_output::<bool>()
    }

    fn options() -> Options {
        Self::OPTIONS.next_turn(NextTurn::new().model("small"))
    }

    fn problems() -> Vec<String> {
        vec!["it is only a test".to_owned()]
    }

    async fn call(&self, _: Deploy, _: ToolContext) -> Result<Output, ToolError> {
        Err("an interactive tool is executed".into())
    }

    async fn execute(&self, input: Deploy, _: ToolContext) -> Result<Finished, ToolError> {
        Ok(Finished::HandedOver {
            reason: input.release,
        })
    }

    async fn approval(&self, input: &Deploy, context: &ToolContext) -> Result<bool, ToolError> {
        let rule = |input: &Deploy| input.production;
        ApprovalRule::decide(&rule, input, context).await
    }

    const RESPONDS: bool = true;

    fn supplied_schema() -> Option<Schema> {
        Some(Schema::of_input::<u8>())
    }

    fn supplied_issues(supplied: &RawJson) -> Vec<Issue> {
        match supplied.as_str() {
            "0" => vec![Issue::new("", "is nothing")],
            _ => Vec::new(),
        }
    }

    async fn respond(&self, supplied: RawJson, _: ToolContext) -> Result<Output, ToolError> {
        Ok(Output::of(&(supplied.as_str() == "1"))?)
    }
}

fn number(text: &str) -> RawJson {
    RawJson::parse(text).unwrap()
}

#[test]
fn a_plain_tool_needs_no_more_than_its_call() {
    let tool = Tool::from(Plain);
    assert_eq!(told(run(&tool, PRODUCTION)), "true");
    let prepared = tool.prepare(PRODUCTION).unwrap();
    assert!(prepared.approval(&context()).is_none());
    assert!(!tool.responds());
    assert!(tool.delegate().is_none());
    assert_eq!(tool.supplied_issues(&number("true")), []);
    assert_eq!(
        tool.supplied_schema().text().as_str(),
        r#"{"type":"boolean"}"#
    );
    let response = tool.respond(PRODUCTION, &number("true")).unwrap();
    assert_eq!(told(finish(response)), "true");
    assert_eq!(tool.problems(), [""; 0]);
}

#[test]
fn a_tool_can_have_everything_of_its_own() {
    let tool = Tool::from(Own);
    assert_eq!(tool.options(), &Own::options());
    assert_eq!(tool.problems(), ["it is only a test"]);
    assert_eq!(told(run(&tool, STAGING)), "handed over: 1.2");
    let context = context();
    let verdict = |arguments| {
        let prepared = tool.prepare(arguments).unwrap();
        let asking = prepared.approval(&context).unwrap();
        asking.now_or_never().unwrap().unwrap()
    };
    assert_eq!(verdict(STAGING), None);
    assert_eq!(
        verdict(PRODUCTION).as_deref(),
        Some("the tool needs approval")
    );
    assert!(tool.responds());
    assert_eq!(
        tool.supplied_schema().text(),
        Schema::of_input::<u8>().text()
    );
    let refused = tool.respond(STAGING, &number("0")).err().unwrap();
    assert_eq!(refused, [Issue::new("", "is nothing")]);
    let response = tool.respond(STAGING, &number("1")).unwrap();
    assert_eq!(told(finish(response)), "true");
}

#[test]
fn a_rule_that_is_missing_asks() {
    struct Forgotten;
    impl TypedTool for Forgotten {
        const NAME: &'static str = "forgotten";
        const DESCRIPTION: &'static str = "A tool that forgot its rule.";
        const OPTIONS: Options = Options::new().approval_by_rule();
        type Input = Deploy;

        fn output_schema() -> Schema {
            Schema::of_output::<bool>()
        }

        async fn call(&self, _: Deploy, _: ToolContext) -> Result<Output, ToolError> {
            Ok(Output::of(&true)?)
        }
    }
    let prepared = Tool::from(Forgotten).prepare(STAGING).unwrap();
    let context = context();
    let verdict = prepared.approval(&context).unwrap().now_or_never().unwrap();
    assert!(verdict.unwrap().is_some());
}
