//! What somebody outside supplies.

use super::*;

fn supplied(json: &str) -> RawJson {
    RawJson::parse(json).unwrap()
}

fn refused(tool: Tool) -> Vec<String> {
    let mut problems = Vec::new();
    Registry::new(vec![tool], &mut problems);
    problems
}

fn ask() -> ToolBuilder {
    Tool::builder("ask").description("Ask somebody.")
}

#[test]
fn a_response_makes_the_output_of_what_is_supplied() {
    let tool = ask()
        .manual::<Deploy, String>()
        .on_response(async |cents: u32, context: ToolContext| {
            Ok::<_, ToolError>(format!("{} cents for {}", cents, context.call().id))
        })
        .build();
    assert!(tool.responds());
    assert_eq!(
        tool.supplied_schema().text(),
        Schema::of_input::<u32>().text()
    );
    assert_eq!(
        tool.output_schema().text(),
        Schema::of_output::<String>().text()
    );
    let prepared = tool.respond(STAGING, &supplied("5")).unwrap();
    assert_eq!(told(finish(prepared)), r#""5 cents for call_1""#);
    let issues = tool.respond(STAGING, &supplied(r#""5""#)).err().unwrap();
    assert_eq!(issues, [Issue::new("", r#"expected integer, found "5""#)]);
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn a_response_can_fail() {
    let tool = ask()
        .interactive(async |_: Deploy, _| {
            Ok::<_, ToolError>(Interactive::<u8>::pending("how many?"))
        })
        .on_response(async |_: u32, _| Err(RetryError::new("ask for less")))
        .build();
    let prepared = tool.respond(STAGING, &supplied("5")).unwrap();
    let error = finish(prepared).unwrap_err();
    assert_eq!(error.severity(), Severity::Retry);
    assert_eq!(error.to_string(), "ask for less");
}

#[test]
fn the_output_of_a_response_is_validated() {
    let tool = ask()
        .manual::<Deploy, Percent>()
        .validated_output()
        .on_response(async |percent: i64, _| Ok::<_, ToolError>(Percent { percent }))
        .build();
    let prepared = tool.respond(STAGING, &supplied("101")).unwrap();
    assert_eq!(
        told(finish(prepared)),
        "error: the output is not valid: percent: greater than 100"
    );
}

#[test]
fn without_a_response_what_is_supplied_is_the_output() {
    let tool = ask().manual::<Deploy, Vec<u8>>().build();
    assert!(!tool.responds());
    assert_eq!(
        tool.supplied_schema().text(),
        Schema::of_output::<Vec<u8>>().text()
    );
    let prepared = tool.respond(STAGING, &supplied("[1, 2]")).unwrap();
    assert_eq!(told(finish(prepared)), "[1, 2]");
}

#[test]
fn what_is_supplied_is_validated() {
    let tool = ask().manual::<Deploy, Percent>();
    assert_eq!(
        refused(tool.build()),
        [
            "the schema of what is supplied for `ask` states rules for `percent` that nothing checks: state them with \
             `#[garde(..)]` of the garde version that phaseo-agent re-exports, and derive `serde::Deserialize` beside \
             `garde::Validate`"
        ]
    );
    let tool = ask()
        .manual::<Deploy, Percent>()
        .validated_supplied()
        .build();
    let wrong = supplied(r#"{"percent":101}"#);
    let expected = [Issue::new("percent", "greater than 100")];
    assert_eq!(tool.supplied_issues(&wrong), expected);
    assert_eq!(tool.respond(STAGING, &wrong).err().unwrap(), expected);
    assert_eq!(tool.supplied_issues(&supplied(r#"{"percent":1}"#)), []);
    assert_eq!(refused(tool), [""; 0]);

    let response = || {
        ask()
            .manual::<Deploy, bool>()
            .on_response(async |supplied: Percent, _| Ok::<_, ToolError>(supplied.percent == 100))
    };
    assert_eq!(refused(response().build()).len(), 1);
    let tool = response().validated_supplied().build();
    assert_eq!(tool.respond(STAGING, &wrong).err().unwrap(), expected);
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn a_response_of_a_tool_that_nobody_supplies_anything_for_is_refused() {
    let tool = ask()
        .handler(async |_: Deploy, _| Ok::<_, ToolError>(1))
        .on_response(async |number: i32, _| Ok::<_, ToolError>(number))
        .build();
    assert_eq!(
        refused(tool),
        [
            "the tool `ask` has an `on_response`, but nobody supplies anything for it: only manual and interactive tools can \
             have one"
        ]
    );
}

#[test]
fn a_tool_of_another_layer_can_be_held() {
    struct Behind(Schema, Options, u8);
    impl AnyTool for Behind {
        fn name(&self) -> &str {
            "behind"
        }
        fn description(&self) -> &str {
            "Another agent."
        }
        fn options(&self) -> &Options {
            &self.1
        }
        fn input_schema(&self) -> &Schema {
            &self.0
        }
        fn output_schema(&self) -> &Schema {
            &self.0
        }
        fn needs(&self) -> Vec<Need> {
            Vec::new()
        }
        fn unchecked_rules(&self) -> Vec<String> {
            Vec::new()
        }
        fn prepare(&self, _: &str) -> Result<Box<dyn Prepared>, Vec<Issue>> {
            Ok(Box::new(AsSupplied(supplied("7"))))
        }
        fn delegate(&self) -> Option<&(dyn Any + Send + Sync)> {
            Some(&self.2)
        }
    }
    let tool = Tool::of(Behind(Schema::of_input::<Deploy>(), Options::new(), 9));
    assert_eq!(tool.delegate().unwrap().downcast_ref(), Some(&9_u8));
    assert_eq!(told(run(&tool, "{}")), "7");
    assert_eq!(tool.supplied_issues(&supplied("1")), []);
}
