//! What a schema tells of a type.

use phaseo_agent::prelude::*;
use serde_json::{Value, json};

use super::echo;

/// The input and the output schema of a tool.
fn schemas(name: &str) -> [Value; 2] {
    let mut tools = echo::all().into_iter().map(|echo| echo.tool);
    let tool = tools.find(|tool| tool.name() == name).expect("it is there");
    [tool.input_schema(), tool.output_schema()].map(|schema| schema.tree().clone())
}

#[test]
fn descriptions_rules_and_formats_are_told() {
    let properties = json!({
        "sized": {"type": "string", "description": "Three to twelve characters.", "minLength": 3, "maxLength": 12},
        "ticket": {
            "type": "string",
            "description": "A ticket, such as `AB-12`.",
            "pattern": "^[A-Z]{2}-[0-9]{1,4}$",
        },
        "plain": {"type": "string"},
        "mail": {"type": "string", "format": "email"},
        "maybe": {"type": ["string", "null"]},
    });
    let [input, _] = schemas("texts");
    assert_eq!(input["properties"], properties);
    assert_eq!(input["description"], "A text of each kind.");

    let [input, _] = schemas("stamp");
    assert_eq!(
        input["properties"],
        json!({
            "id": {"type": "string", "format": "uuid"},
            "at": {"type": "string", "format": "date-time"},
            "seen": {"type": ["string", "null"], "format": "date-time"},
        })
    );

    let [_, output] = schemas("colour");
    let blue = json!({"type": "string", "const": "blue", "description": "As the sky."});
    assert_eq!(output["oneOf"][1], blue);
}

#[test]
fn what_has_a_default_is_asked_of_no_input_and_is_in_every_output() {
    let [input, output] = schemas("defaults");
    for schema in [&input, &output] {
        assert_eq!(
            [
                &schema["properties"]["count"]["default"],
                &schema["properties"]["language"]["default"]
            ],
            [&json!(0), &json!("de")]
        );
    }
    assert_eq!(input["required"], Value::Null);
    assert_eq!(output["required"], json!(["count", "language", "maybe"]));
}

#[test]
fn a_type_that_denies_unknown_fields_is_closed_and_another_is_open() {
    let [closed, _] = schemas("closed");
    assert_eq!(closed["additionalProperties"], false);
    assert_eq!(closed["$defs"]["Inner"]["additionalProperties"], false);
    let [open, _] = schemas("order");
    assert_eq!(open["additionalProperties"], Value::Null);
    assert_eq!(
        open["$defs"]["Address"]["additionalProperties"],
        Value::Null
    );
    // Parameters are all there is.
    let [parameters, _] = schemas("score");
    assert_eq!(parameters["additionalProperties"], false);
}

#[test]
fn flattened_fields_stand_among_the_others() {
    let [input, _] = schemas("flattened");
    assert_eq!(input["required"], json!(["query", "size"]));
    assert_eq!(input["properties"]["size"]["maximum"], 50);
}

/// Say what schemars does not know.
#[tool]
async fn put_back(
    #[garde(ascii)] ascii: String,
    #[garde(prefix("a.b"), suffix("(c)"))] both: Option<String>,
    #[garde(alphanumeric, contains("x"))]
    #[schemars(extend("x-order" = 1))]
    more: String,
) -> String {
    format!("{ascii}{both:?}{more}")
}

#[test]
fn rules_that_schemars_does_not_know_are_put_back() {
    let tool = Tool::from(put_back {});
    let properties = &tool.input_schema().tree()["properties"];
    assert_eq!(
        properties,
        &json!({
            "ascii": {"type": "string", "pattern": "^[\\x00-\\x7F]*$"},
            "both": {
                "type": ["string", "null"],
                "allOf": [{"pattern": "^a\\.b"}, {"pattern": "\\(c\\)$"}],
            },
            "more": {
                "type": "string",
                "pattern": "x",
                "x-order": 1,
                "allOf": [{"pattern": "^[\\p{Alphabetic}\\p{N}]*$"}],
            },
        })
    );
    let accepts = echo::validator(tool.input_schema().tree());
    let input = |both: &str| json!({"ascii": "a", "both": both, "more": "x7"});
    assert!(accepts.is_valid(&input("a.b(c)")));
    assert!(!accepts.is_valid(&input("aXb(c)")));
    // They are checked by garde, so an agent has them.
    let agent = Agent::builder("putting_back")
        .model("test/model")
        .tools(tool);
    assert!(
        agent
            .client(phaseo_agent::testing::ScriptedModel::default())
            .build()
            .is_ok()
    );
}
