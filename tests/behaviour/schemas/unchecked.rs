//! No rule that a schema states goes unchecked: it is looked at in every value, or the agent does not
//! build.

use garde::Validate;
use phaseo_agent::ErrorKind;
use phaseo_agent::prelude::*;
use phaseo_agent::testing::ScriptedModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::echo::{Answer, answer};

fn refused(issues: &str) -> Answer {
    Answer::Refused(format!("{issues}."))
}

/// Choose.
#[tool(on_error = "return-to-model")]
async fn choose(
    #[schemars(extend("enum" = ["tea", "milk"]))] drink: String,
    #[schemars(extend("const" = 2))] version: u32,
    #[schemars(extend("items" = {"enum": [10, 20]}))] sizes: Vec<u32>,
    #[schemars(extend("enum" = ["now", null]))] when: Option<String>,
) -> String {
    format!("{drink} {version} {sizes:?} {when:?}")
}

#[test]
fn listed_values_are_looked_at() {
    let call = |arguments| answer(&choose {}.into(), &arguments);
    let good = json!({"drink": "tea", "version": 2, "sizes": [10], "when": null});
    assert_eq!(call(good), Answer::Given(r#""tea 2 [10] None""#.to_owned()));
    let bad = json!({"drink": "beer", "version": 1, "sizes": [10, 7], "when": "then"});
    let Answer::Refused(issues) = call(bad) else {
        panic!("it was accepted")
    };
    for issue in [
        r#"drink: expected one of "tea", "milk", found "beer""#,
        "version: expected 2, found 1",
        "sizes[1]: expected one of 10, 20, found 7",
        r#"when: expected one of "now", null, found "then""#,
    ] {
        assert!(issues.contains(issue), "{issue} in {issues}");
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
struct Skipping {
    #[garde(length(min = 2))]
    name: String,
    #[garde(skip)]
    #[schemars(range(min = 2, max = 9), extend("multipleOf" = 2))]
    even: i32,
    #[garde(skip)]
    #[schemars(length(max = 2))]
    words: Vec<String>,
    #[garde(skip)]
    #[schemars(extend("maxProperties" = 1))]
    few: std::collections::BTreeMap<String, u8>,
    #[garde(skip)]
    inner: Option<Inner>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
struct Inner {
    #[garde(range(max = 5))]
    number: u8,
}

/// Skip.
#[tool(on_error = "return-to-model")]
async fn skip(Args(input): Args<Skipping>) -> Skipping {
    input
}

#[test]
fn rules_that_the_validator_is_told_to_skip_are_looked_at() {
    let call = |arguments| answer(&skip {}.into(), &arguments);
    let good =
        json!({"name": "ab", "even": 4, "words": ["a"], "few": {"a": 1}, "inner": {"number": 5}});
    assert_eq!(call(good.clone()), Answer::Given(good.to_string()));
    let refusals = [
        (
            "even",
            json!(1),
            "even: must be at least 2; even: must be a multiple of 2",
        ),
        ("even", json!(5), "even: must be a multiple of 2"),
        (
            "words",
            json!(["a", "b", "c"]),
            "words: must have at most 2 items, has 3",
        ),
        (
            "few",
            json!({"a": 1, "b": 2}),
            "few: must have at most 1 fields, has 2",
        ),
        (
            "inner",
            json!({"number": 6}),
            "inner.number: must be at most 5",
        ),
    ];
    for (field, value, issues) in refusals {
        let mut bad = good.clone();
        bad[field] = value;
        assert_eq!(call(bad), refused(issues));
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[garde(allow_unvalidated)]
struct Forgetful {
    #[garde(length(min = 2))]
    name: String,
    /// Of these garde knows nothing.
    #[schemars(regex(pattern = "^[A-Z]{2}-[0-9]+$"))]
    code: String,
    #[schemars(email)]
    mail: Option<String>,
    /// It has no `dive`.
    inner: Vec<Coded>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
struct Coded {
    #[garde(pattern("^x"))]
    code: String,
}

/// Forget.
#[tool(on_error = "return-to-model")]
async fn forget(Args(input): Args<Forgetful>) -> Forgetful {
    input
}

#[test]
fn patterns_are_looked_at_that_the_validator_knows_nothing_of() {
    let call = |arguments| answer(&forget {}.into(), &arguments);
    let good = json!({"name": "ab", "code": "AB-1", "mail": "a@b", "inner": [{"code": "xy"}]});
    assert_eq!(call(good.clone()), Answer::Given(good.to_string()));
    let refusals = [
        (
            "code",
            json!("ab-1"),
            "code: must match `^[A-Z]{2}-[0-9]+$`",
        ),
        ("mail", json!("nobody"), "mail: must be an e-mail address"),
        (
            "inner",
            json!([{"code": "y"}]),
            "inner[0].code: must match `^x`",
        ),
    ];
    for (field, value, issues) in refusals {
        let mut bad = good.clone();
        bad[field] = value;
        assert_eq!(call(bad), refused(issues));
    }
}

#[test]
fn characters_are_counted_where_the_validator_counts_bytes() {
    let arguments = json!({"name": "ä", "even": 4, "words": [], "few": {}});
    assert_eq!(
        answer(&skip {}.into(), &arguments),
        refused("name: must have at least 2 characters, has 1")
    );
}

#[test]
fn a_list_is_no_struct() {
    let arguments = json!({"name": "ab", "even": 4, "words": [], "few": {}, "inner": [5]});
    assert_eq!(
        answer(&skip {}.into(), &arguments),
        refused("inner: expected object, found an array")
    );
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
enum Place {
    #[serde(alias = "Rome")]
    Roma,
    #[serde(other)]
    Elsewhere,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by")]
enum Way {
    #[serde(alias = "Aeroplane")]
    Plane {
        to: Place,
    },
    Foot,
}

/// Travel.
#[tool(on_error = "return-to-model")]
async fn travel(way: Way) -> Way {
    way
}

#[test]
fn other_names_of_a_variant_are_its_types_business() {
    for place in ["Rome", "Roma"] {
        let arguments = json!({"way": {"by": "Aeroplane", "to": place}});
        assert_eq!(
            answer(&travel {}.into(), &arguments),
            Answer::Given(r#"{"by":"Plane","to":"Roma"}"#.to_owned())
        );
    }
    let arguments = json!({"way": {"by": "Plane", "to": "Paris"}});
    assert_eq!(
        answer(&travel {}.into(), &arguments),
        Answer::Given(r#"{"by":"Plane","to":"Elsewhere"}"#.to_owned())
    );
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
struct Chain {
    #[garde(length(min = 1))]
    name: String,
    #[garde(dive)]
    next: Option<Box<Self>>,
}

/// Follow.
#[tool(on_error = "return-to-model")]
async fn follow(Args(chain): Args<Chain>) -> String {
    chain.name
}

#[test]
fn a_value_as_deep_as_serde_reads_is_looked_at() {
    let chain = |last: &str| {
        let mut chain = json!({"name": last});
        for _ in 0..120 {
            chain = json!({"name": "a", "next": chain});
        }
        chain
    };
    let call = |chain| answer(&follow {}.into(), &chain);
    assert_eq!(call(chain("b")), Answer::Given(r#""a""#.to_owned()));
    let path = vec!["next"; 120].join(".");
    assert_eq!(
        call(chain("")),
        refused(&format!("{path}.name: length is lower than 1"))
    );
}

/// State what nobody checks.
#[tool]
#[expect(clippy::too_many_arguments, reason = "a rule each")]
async fn state(
    #[schemars(regex(pattern = "^a"))] pattern: String,
    #[schemars(email)] mail: String,
    #[schemars(range(max = 5))] number: u32,
    #[schemars(extend("multipleOf" = 5))] multiple: u32,
    #[schemars(extend("not" = {"const": "x"}))] not: String,
    #[schemars(extend("if" = {"const": "x"}, "then" = false))] condition: String,
    #[schemars(extend("dependentRequired" = {"a": ["b"]}))] dependent: std::collections::BTreeMap<
        String,
        u8,
    >,
    #[schemars(extend("propertyNames" = {"maxLength": 1}))] names: std::collections::BTreeMap<
        String,
        u8,
    >,
    #[garde(skip)] inner: Inner,
    #[schemars(extend("enum" = ["a"]))] looked_at: String,
) -> bool {
    let _ = (
        pattern, mail, number, multiple, not, condition, dependent, names, inner, looked_at,
    );
    true
}

/// The properties of a tool's input for which an agent does not build.
fn unchecked(tool: impl Into<Tool>) -> Vec<String> {
    let tool = tool.into();
    let agent = Agent::builder("stating")
        .model("test/model")
        .tools(tool.clone())
        .client(ScriptedModel::default())
        .build();
    let error = agent.expect_err("a rule is unchecked");
    let ErrorKind::Build(problems) = error.kind() else {
        panic!("{error:?}")
    };
    let begin = format!("the schema of `{}` states rules for `", tool.name());
    let named = problems.iter().map(|problem| {
        let rest = problem.strip_prefix(&begin);
        let (name, rest) = rest.and_then(|rest| rest.split_once('`')).expect("a rule");
        assert!(rest.starts_with(" that nothing checks"), "{problem}");
        name.to_owned()
    });
    named.collect()
}

#[test]
fn an_agent_does_not_build_with_a_rule_that_nothing_checks() {
    assert_eq!(
        unchecked(state {}),
        [
            "pattern",
            "mail",
            "number",
            "multiple",
            "not",
            "condition",
            "dependent",
            "names",
            "inner"
        ]
    );
}

/// State by schemars what garde knows nothing of.
#[tool]
async fn half(
    #[garde(length(min = 2))]
    #[schemars(regex(pattern = "^a"))]
    pattern: String,
    #[garde(length(min = 2))]
    #[schemars(extend("format" = "email"))]
    mail: String,
    #[garde(length(min = 2))]
    #[schemars(extend("x-order" = 1))]
    noted: String,
    #[schemars(extend("not" = {"required": ["number"]}))] inner: Inner,
) -> String {
    format!("{pattern}{mail}{noted}{}", inner.number)
}

#[test]
fn a_rule_that_garde_knows_nothing_of_is_not_taken_for_one_that_it_checks() {
    assert_eq!(unchecked(half {}), ["pattern", "mail", "inner"]);
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ByType {
    nonzero: std::num::NonZeroI32,
    none: [u8; 0],
}

/// State what the types keep.
#[tool(on_error = "return-to-model")]
async fn by_type(Args(input): Args<ByType>) -> ByType {
    input
}

#[test]
fn what_a_type_keeps_by_itself_needs_no_validator() {
    let call = |arguments| answer(&by_type {}.into(), &arguments);
    let good = json!({"nonzero": -7, "none": []});
    assert_eq!(call(good.clone()), Answer::Given(good.to_string()));
    assert_eq!(
        call(json!({"nonzero": 0, "none": []})),
        refused("nonzero: must not be 0")
    );
    assert_eq!(
        call(json!({"nonzero": 1, "none": [1]})),
        refused("none: must have at most 0 items, has 1")
    );
}
