//! What is said of a refused value.

use serde_json::json;

use super::*;

fn lines(schema: &Value, value: &Value) -> Vec<String> {
    refusals(schema, value)
        .iter()
        .map(Issue::to_string)
        .collect()
}

#[test]
fn names_every_failing_path_at_once() {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string", "minLength": 3, "maxLength": 5},
            "count": {"type": "integer", "minimum": 1, "maximum": 9},
            "where": {"$ref": "#/$defs/Where"},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        },
        "required": ["id", "where"],
        "additionalProperties": false,
        "$defs": {"Where": {"enum": ["staging", "production"]}},
    });
    assert_eq!(
        lines(
            &schema,
            &json!({"id": "T", "count": 10, "tags": ["a", 1, "c"], "extra": null})
        ),
        [
            "where: is missing",
            "id: must have at least 3 characters, has 1",
            "count: must be at most 9",
            "tags: must have at most 2 items, has 3",
            "tags[1]: expected string, found 1",
            "extra: is unknown; expected `id`, `count`, `where`, `tags`",
        ]
    );
    assert_eq!(
        lines(&schema, &json!({"id": "T-1", "where": "prod"})),
        [r#"where: expected one of "staging", "production", found "prod""#]
    );
    assert_eq!(
        lines(
            &schema,
            &json!({"id": "T-42", "where": "staging", "count": 2})
        ),
        [""; 0]
    );
}

#[test]
fn a_choice_reports_the_branch_that_was_meant() {
    let schema = json!({"anyOf": [
        {"type": "null"},
        {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    ]});
    assert_eq!(lines(&schema, &json!(null)), [""; 0]);
    assert_eq!(
        lines(&schema, &json!({"city": 1})),
        ["city: expected string, found 1"]
    );
    assert_eq!(lines(&schema, &json!({})), ["city: is missing"]);
}

#[test]
fn a_recursive_schema_comes_to_an_end() {
    let schema = json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}});
    assert_eq!(lines(&schema, &json!(1)), [""; 0]);
}

#[test]
fn a_long_text_is_quoted_short() {
    let message = &lines(&json!({"type": "integer"}), &json!("ä".repeat(100)))[0];
    assert_eq!(
        message.chars().count(),
        "expected integer, found ".len() + 41
    );
}

#[test]
fn an_unknown_tag_names_every_known_one() {
    let tag = |name: &str| json!({"type": "object", "properties": {"op": {"const": name}}, "required": ["op"]});
    let schema = json!({"oneOf": [tag("go"), tag("stop"), tag("wait")]});
    assert_eq!(
        lines(&schema, &json!({"op": "wat"})),
        [r#"op: expected "go" or "stop" or "wait", found "wat""#]
    );
    assert_eq!(lines(&schema, &json!({})), ["op: is missing"]);
    let variant = |name: &str| {
        json!({"type": "object", "properties": {name: {"type": "integer"}}, "required": [name],
               "additionalProperties": false})
    };
    let schema = json!({"oneOf": [{"enum": ["None"]}, variant("A"), variant("B")]});
    assert_eq!(
        lines(&schema, &json!({"B": "x"})),
        ["B: expected integer, found \"x\""]
    );
}

#[test]
fn the_keys_of_a_map_by_pattern_are_known() {
    let schema = json!({"type": "object", "additionalProperties": false,
        "patternProperties": {"^[0-9]+$": {"type": "string"}}});
    assert_eq!(
        lines(&schema, &json!({"1": 7})),
        ["1: expected string, found 7"]
    );
}

#[test]
fn a_nest_of_choices_is_walked_within_limits() {
    let name = |op: &str| {
        json!({"type": "object", "required": ["op", "x"],
        "properties": {"op": {"const": op}, "x": {"$ref": "#/$defs/E"}}})
    };
    let leaf = json!({"type": "object", "required": ["op", "v"],
        "properties": {"op": {"const": "lit"}, "v": {"type": "integer"}}});
    let schema = json!({"$ref": "#/$defs/E",
        "$defs": {"E": {"oneOf": [leaf, name("neg"), name("not"), name("abs")]}}});
    let mut value = json!({"op": "lit", "v": "bad"});
    for _ in 0..15 {
        value = json!({"op": "not", "x": value});
    }
    let found = lines(&schema, &value);
    let path = vec!["x"; 15].join(".");
    assert_eq!(
        found,
        [format!("{path}.v: expected integer, found \"bad\"")]
    );
    // Without a tag every branch must be tried: the budget ends it.
    let mut value = json!(1);
    for _ in 0..40 {
        value = json!({"x": value});
    }
    lines(&schema, &value);
}

#[test]
fn many_issues_are_told_in_part() {
    let schema = json!({"type": "array", "items": {"type": "integer"}});
    let value = Value::from(vec![json!("x"); 50_000]);
    let found = lines(&schema, &value);
    assert_eq!(found.len(), Issue::MOST + 1);
    assert_eq!(found.last().unwrap(), "and more");
    let value = json!({"k".repeat(100_000): 1});
    let schema = json!({"type": "object", "additionalProperties": false});
    assert!(lines(&schema, &value)[0].len() < 300);
}
