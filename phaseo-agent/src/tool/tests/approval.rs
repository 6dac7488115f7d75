//! The forms of approval rules.

use super::super::builder::HandledToolBuilder;
use super::*;

fn deploy() -> HandledToolBuilder<Deploy, bool> {
    Tool::builder("deploy").handler(async |_: Deploy, _| Ok::<_, ToolError>(true))
}

/// What the rule says of staging and of production.
fn asked(tool: HandledToolBuilder<Deploy, bool>) -> [Option<String>; 2] {
    let tool = tool.build();
    assert_eq!(tool.options().approval, Gate::Predicate);
    [STAGING, PRODUCTION].map(|arguments| {
        let prepared = tool.prepare(arguments).unwrap();
        let context = context();
        let asking = prepared.approval(&context).expect("it has a rule");
        let verdict = asking.now_or_never().unwrap();
        let reason = verdict.unwrap_or_else(|error| Some(format!("error: {error}")));
        // It is kept while the rule decides, and can still run.
        assert_eq!(told(finish(prepared)), "true");
        reason
    })
}

fn only_production() -> [Option<String>; 2] {
    [None, Some("the tool needs approval".to_owned())]
}

fn of_input(input: &Deploy) -> bool {
    input.production
}

fn of_call(input: &Deploy, context: &ToolContext) -> Result<bool, &'static str> {
    Ok(input.production && context.step() == 1)
}

async fn of_input_async(input: &Deploy) -> bool {
    std::future::ready(()).await;
    input.production
}

async fn of_call_async(input: &Deploy, context: &ToolContext) -> Result<bool, fmt::Error> {
    std::future::ready(()).await;
    Ok(input.production && context.step() == 1)
}

#[test]
fn a_function_of_any_form_can_be_a_rule() {
    assert_eq!(asked(deploy().approval(of_input)), only_production());
    assert_eq!(asked(deploy().approval(of_call)), only_production());
    assert_eq!(asked(deploy().approval(of_input_async)), only_production());
    assert_eq!(asked(deploy().approval(of_call_async)), only_production());
}

#[test]
fn a_closure_of_any_form_can_be_a_rule() {
    let rule = deploy().approval(|input: &Deploy| input.production);
    assert_eq!(asked(rule), only_production());
    let rule = deploy()
        .approval(|input: &Deploy, context: &ToolContext| input.production && context.step() == 1);
    assert_eq!(asked(rule), only_production());
    let rule = deploy().approval(async |input: &Deploy| input.production);
    assert_eq!(asked(rule), only_production());
    let rule = deploy().approval(async |input: &Deploy, context: &ToolContext| {
        std::future::ready(()).await;
        Ok::<_, ToolError>(input.production && context.step() == 1)
    });
    assert_eq!(asked(rule), only_production());
}

#[test]
fn a_closure_that_captures_can_be_a_rule() {
    let frozen = Arc::new("1.2".to_owned());
    let copy = Arc::clone(&frozen);
    let rule = deploy().approval(move |input: &Deploy| input.production && input.release == *copy);
    assert_eq!(asked(rule), only_production());
    let rule = deploy().approval(move |input: &Deploy| {
        let (frozen, production) = (Arc::clone(&frozen), input.production);
        async move { production && *frozen == "1.2" }
    });
    assert_eq!(asked(rule), only_production());
}

#[test]
fn a_rule_that_fails_gives_its_error() {
    let rule = deploy().approval(|input: &Deploy| match input.production {
        true => Err("the calendar cannot be read"),
        false => Ok(false),
    });
    let error = Some("error: the calendar cannot be read".to_owned());
    assert_eq!(asked(rule), [None, error]);
}

#[test]
fn a_rule_does_not_lift_an_approval_that_is_always_needed() {
    let tool = Tool::builder("deploy")
        .require_approval()
        .handler(async |_: Deploy, _| Ok::<_, ToolError>(true))
        .approval(of_input)
        .build();
    assert_eq!(tool.options().approval, Gate::Always);
}

#[test]
fn manual_and_interactive_tools_can_have_a_rule() {
    let manual = Tool::builder("deploy").manual::<Deploy, bool>();
    let interactive = Tool::builder("deploy").interactive(async |_: Deploy, _| {
        Ok::<_, ToolError>(Interactive::<bool>::pending("who deploys?"))
    });
    for tool in [manual, interactive] {
        let tool = tool.approval(of_input).build();
        let prepared = tool.prepare(PRODUCTION).unwrap();
        let context = context();
        let verdict = prepared.approval(&context).unwrap().now_or_never().unwrap();
        assert_eq!(verdict.unwrap().as_deref(), Some("the tool needs approval"));
    }
}

#[test]
fn a_tool_without_a_rule_has_no_opinion() {
    let prepared = deploy().build().prepare(PRODUCTION).unwrap();
    assert!(prepared.approval(&context()).is_none());
}

#[test]
fn a_rule_that_panics_does_so_when_it_is_awaited() {
    let rule = deploy().approval(|_: &Deploy| -> bool { panic!("a bug in the rule") });
    let prepared = rule.build().prepare(STAGING).unwrap();
    let context = context();
    let asking = prepared.approval(&context).unwrap();
    let caught = std::panic::AssertUnwindSafe(asking).catch_unwind();
    assert!(caught.now_or_never().unwrap().is_err());
}
