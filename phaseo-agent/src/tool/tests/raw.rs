//! Tools of stated schemas.

use serde_json::{Value, json};

use super::*;

fn refused(tool: Tool) -> Vec<String> {
    let mut problems = Vec::new();
    Registry::new(vec![tool], &mut problems);
    problems
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "count": {"type": "integer", "minimum": 1},
            "items": {"type": "array", "items": {"type": "object", "properties": {"city": {"type": "string", "pattern": "^[A-Z]"}}}},
        },
        "required": ["count"],
        "additionalProperties": false,
    })
}

fn raw(schema: Value) -> RawToolBuilder {
    Tool::builder("raw").description("A tool.").raw(schema)
}

fn kept(value: Value) -> Result<Value, ToolError> {
    Ok(value)
}

#[test]
fn validators_can_change_what_goes_through() {
    let tool = raw(json!({"type": "object"}))
        .output_schema(json!({"type": "integer"}))
        .validate_input(|mut input| {
            input["count"] = json!(input["count"].as_i64().ok_or("`count` must be a number")?);
            Ok::<_, &str>(input)
        })
        .validate_input(|mut input| {
            input["count"] = json!(input["count"].as_i64().unwrap_or_default() + 1);
            kept(input)
        })
        .validate_output(|output| match output.as_i64() {
            Some(count) if count < 10 => Ok(json!(count * 2)),
            _ => Err("too many"),
        })
        .handler(async |input: Value, _| Ok::<_, ToolError>(input["count"].clone()))
        .build();
    assert_eq!(told(run(&tool, r#"{"count":3}"#)), "8");
    assert_eq!(
        told(run(&tool, r#"{"count":9}"#)),
        "error: the output is not valid: too many"
    );
    assert_eq!(
        issues(&tool, r#"{"count":"3"}"#),
        ["`count` must be a number"]
    );
    assert_eq!(refused(tool), [""; 0]);
}

#[test]
fn progress_validators_are_asked_in_the_execution() {
    let tool = raw(json!({"type": "object"}))
        .validate_input(kept)
        .validate_progress(|value| match value.is_number() {
            true => Ok(value),
            false => Err(RetryError::new("numbers only")),
        })
        .streaming_handler(|_, _, progress| async move {
            progress.send(json!(1)).await?;
            progress.send(json!("half")).await?;
            Ok::<_, ToolError>(json!(null))
        })
        .build();
    let error = run(&tool, "{}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the progress value is not valid: numbers only"
    );
    assert_eq!(error.severity(), Severity::Retry);
}

#[test]
#[should_panic(expected = "a bug in the validator")]
fn an_output_validator_that_panics_does_so_in_the_execution() {
    let tool = raw(json!({"type": "object"}))
        .validate_input(kept)
        .validate_output(|_| -> Result<Value, ToolError> { panic!("a bug in the validator") })
        .sync_handler(|input, _| kept(input))
        .build();
    let prepared = tool.prepare("{}").unwrap();
    let execution = prepared.run(context());
    let _ = execution.now_or_never();
}

#[test]
fn arguments_that_are_twice_encoded_or_no_object_are_told_apart() {
    let tool = raw(json!({"type": "object"}))
        .validate_input(|input| match input.is_object() {
            true => Ok(input),
            false => Err("the validator sees objects only"),
        })
        .sync_handler(|input, _| kept(input))
        .build();
    assert_eq!(told(run(&tool, r#""{\"a\":1}""#)), r#"{"a":1}"#);
    assert_eq!(issues(&tool, "[1]"), ["expected object, found an array"]);
    assert_eq!(issues(&tool, r#""a""#), [r#"expected object, found "a""#]);
}

#[test]
fn all_kinds_have_a_raw_form() {
    let interactive = raw(json!({"type": "object"}))
        .validate_input(kept)
        .interactive(async |_, _| Ok::<_, ToolError>(Interactive::pending("who?")))
        .approval(|input: &Value| input["count"] == 1)
        .build();
    assert_eq!(told(run(&interactive, "{}")), "handed over: who?");
    assert_eq!(interactive.options().approval, Gate::Predicate);
    let manual = raw(json!({"type": "object"}))
        .output_schema(json!({"type": "string"}))
        .validate_input(kept)
        .validate_output(|output| match output == "no" {
            true => Err("`no` is no answer"),
            false => Ok(output),
        })
        .manual()
        .build();
    assert_eq!(manual.options().kind, Kind::Manual);
    let supplied = |text: &str| manual.supplied_issues(&RawJson::of(text).unwrap());
    assert_eq!(supplied("yes"), []);
    assert_eq!(supplied("no"), [Issue::new("", "`no` is no answer")]);
    let stream = raw(json!({"type": "object"}))
        .validate_input(kept)
        .stream(|input, _| futures_util::stream::iter([Ok::<_, ToolError>(Update::Done(input))]))
        .build();
    assert_eq!(told(run(&stream, r#"{"a":1}"#)), r#"{"a":1}"#);
}

#[cfg(not(feature = "json-schema"))]
#[test]
fn a_schema_that_nothing_checks_is_refused() {
    let tool = raw(schema())
        .output_schema(json!({}))
        .progress_schema(json!({}))
        .streaming_handler(|input, _, _| async move { kept(input) })
        .build();
    let line = |whose: &str, validator: &str| {
        format!(
            "nothing checks the schema of the {whose} of `raw`: build phaseo-agent with its feature `json-schema`, or check the \
             values with `.{validator}(..)`"
        )
    };
    assert_eq!(
        refused(tool),
        [
            line("input", "validate_input"),
            line("output", "validate_output"),
            line("progress", "validate_progress")
        ]
    );
    let manual = raw(schema())
        .validate_input(kept)
        .output_schema(json!({}))
        .manual()
        .build();
    assert_eq!(refused(manual).len(), 1);
}

#[cfg(feature = "json-schema")]
mod checked {
    use super::*;

    #[test]
    fn every_failing_path_is_named() {
        let tool = raw(schema()).sync_handler(|input, _| kept(input)).build();
        assert_eq!(
            issues(
                &tool,
                r#"{"items":[{"city":"Oslo"},{"city":"rome"},{"city":1}],"more":1}"#
            ),
            [
                "count: is missing",
                "items[1].city: value does not match \"^[A-Z]\"",
                "items[2].city: value is not of type \"string\"",
                "more: is unknown",
            ]
        );
        assert_eq!(
            issues(&tool, r#"{"count":0}"#),
            ["count: value is less than the minimum of 1"]
        );
        assert_eq!(told(run(&tool, r#"{"count":1}"#)), r#"{"count":1}"#);
        assert_eq!(told(run(&tool, r#""{\"count\":1}""#)), r#"{"count":1}"#);
        assert_eq!(refused(tool), [""; 0]);
    }

    #[test]
    fn outputs_and_progress_are_checked() {
        let tool = |progress: Value| {
            raw(json!({"type": "object"}))
                .output_schema(json!({"type": "string", "format": "email"}))
                .progress_schema(json!({"type": "number"}))
                .streaming_handler(move |input: Value, _, sender| {
                    let progress = progress.clone();
                    async move {
                        sender.send(progress).await?;
                        kept(input["mail"].clone())
                    }
                })
                .build()
        };
        assert_eq!(
            told(run(&tool(json!(1)), r#"{"mail":"a@b.org"}"#)),
            r#""a@b.org""#
        );
        assert_eq!(
            told(run(&tool(json!(1)), r#"{"mail":"a"}"#)),
            "error: the output is not valid: value is not a \"email\""
        );
        assert_eq!(
            told(run(&tool(json!("1")), r#"{"mail":"a@b.org"}"#)),
            "error: the progress value is not valid: value is not of type \"number\""
        );
        assert_eq!(refused(tool(json!(1))), [""; 0]);
    }

    #[test]
    fn what_is_supplied_is_checked() {
        let tool = raw(json!({"type": "object"}))
            .output_schema(json!({"type": "object", "properties": {"7": {"multipleOf": 2}}}))
            .manual()
            .build();
        let supplied = |text: &str| tool.supplied_issues(&RawJson::parse(text).unwrap());
        assert_eq!(supplied(r#"{"7":4}"#), []);
        assert_eq!(
            supplied(r#"{"7":5}"#),
            [Issue::new("7", "value is not a multiple of 2")]
        );
    }

    #[test]
    fn the_schema_holds_beside_a_validator() {
        let tool = raw(schema())
            .validate_input(|_| -> Result<Value, ToolError> {
                Err("the validator was asked".into())
            })
            .sync_handler(|input, _| kept(input))
            .build();
        assert_eq!(
            issues(&tool, r#"{"count":0}"#),
            ["count: value is less than the minimum of 1"]
        );
        assert_eq!(issues(&tool, r#"{"count":1}"#), ["the validator was asked"]);
    }

    #[test]
    fn many_issues_are_capped() {
        let tool = raw(json!({"type": "object", "additionalProperties": {"type": "string"}}))
            .sync_handler(|input, _| kept(input))
            .build();
        let fields: serde_json::Map<_, _> = (0..500).map(|n| (format!("f{n}"), json!(n))).collect();
        let told = issues(&tool, &Value::Object(fields).to_string());
        assert_eq!(told.len(), Issue::MOST + 1);
        assert_eq!(told.last().unwrap(), "and more");
    }

    #[test]
    fn a_schema_that_cannot_be_used_is_refused() {
        let wrong = raw(json!({"type": "object", "required": "count"}))
            .sync_handler(|input, _| kept(input))
            .build();
        let [problem] = &refused(wrong)[..] else {
            panic!("one problem")
        };
        let begin =
            "the schema of the input of `raw` cannot be used: \"count\" is not of type \"array\"";
        assert!(problem.starts_with(begin), "{problem}");
        // A validator does not make it good.
        let remote = raw(json!({"type": "object", "$ref": "https://example.com/schema.json"}))
            .validate_input(kept)
            .sync_handler(|input, _| kept(input))
            .build();
        let [problem] = &refused(remote)[..] else {
            panic!("one problem")
        };
        assert!(
            problem.contains("https://example.com/schema.json"),
            "{problem}"
        );
    }
}
