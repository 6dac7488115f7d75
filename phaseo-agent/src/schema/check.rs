//! Walks a refused value against a schema, to name everything that is wrong with it at once.
//!
//! serde stops at its first error. This check runs only after serde or garde has refused a value,
//! so it costs nothing on the good path, and a keyword that it does not know is passed over: it
//! explains a refusal, it does not decide one.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Issue;

/// Deep enough for any tool's input; a recursive schema cannot run away with the stack.
const MAX_DEPTH: usize = 64;

/// Enough to look at every part of any tool's input, and to try the branches of its choices. The
/// arguments are the model's, and what it sends must not hold the run.
const MAX_VISITS: usize = 10_000;

/// A value that its type has accepted may be larger.
const MAX_LOOKS: usize = 1_000_000;

/// Every way in which `value` does not fit `schema`, as far as the limits go.
pub(super) fn refusals(schema: &Value, value: &Value) -> Vec<Issue> {
    run(schema, value, false)
}

/// Every rule on sizes, ranges and repetition that `value`, which its type accepts, breaks. A value
/// that is too large to be looked at is refused.
pub(super) fn violations(schema: &Value, value: &Value) -> Vec<Issue> {
    run(schema, value, true)
}

fn run(schema: &Value, value: &Value, only_rules: bool) -> Vec<Issue> {
    let mut walk = Walk {
        only_rules,
        root: schema,
        issues: Vec::new(),
        visits: 0,
        is_cut: false,
    };
    walk.visit(schema, value, "", 0);
    if only_rules && walk.is_cut {
        walk.issues
            .push(Issue::new("", "is too large or too deep to be checked"));
    }
    Issue::capped(walk.issues)
}

struct Walk<'a> {
    root: &'a Value,
    issues: Vec<Issue>,
    visits: usize,
    /// Whether a limit ended the walk early.
    is_cut: bool,
    /// Whether only rules count, and not what the type says by itself.
    only_rules: bool,
}

impl<'a> Walk<'a> {
    fn visit(&mut self, schema: &'a Value, value: &Value, path: &str, depth: usize) {
        self.visits += 1;
        if depth > MAX_DEPTH || self.visits > self.most_visits() || self.issues.len() > Issue::MOST
        {
            self.is_cut = true;
            return;
        }
        match schema {
            Value::Bool(false) => self.mistype(path, "is not allowed here"),
            Value::Object(keywords) => self.visit_keywords(keywords, value, path, depth),
            _ => {}
        }
    }

    fn most_visits(&self) -> usize {
        if self.only_rules {
            MAX_LOOKS
        } else {
            MAX_VISITS
        }
    }

    fn visit_keywords(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Value,
        path: &str,
        depth: usize,
    ) {
        if let Some(target) = schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|at| self.resolve(at))
        {
            self.visit(target, value, path, depth + 1);
        }
        for part in schema
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            self.visit(part, value, path, depth + 1);
        }
        for choice in ["anyOf", "oneOf"] {
            if let Some(parts) = schema.get(choice).and_then(Value::as_array) {
                self.visit_choice(parts, value, path, depth);
            }
        }
        if let Some(types) = schema.get("type")
            && !type_fits(types, value)
        {
            self.mistype(
                path,
                &format!("expected {}, found {}", type_names(types), found(value)),
            );
            return;
        }
        if let Some(only) = schema.get("const")
            && only != value
        {
            self.mistype(path, &format!("expected {only}, found {}", found(value)));
        }
        if let Some(Value::Array(allowed)) = schema.get("enum")
            && !allowed.contains(value)
        {
            let names: Vec<_> = allowed.iter().map(Value::to_string).collect();
            self.mistype(
                path,
                &format!(
                    "expected one of {}, found {}",
                    names.join(", "),
                    found(value)
                ),
            );
        }
        match value {
            Value::Number(number) => self.visit_number(schema, number.as_f64(), path),
            Value::String(text) => {
                self.visit_size(
                    schema,
                    ("minLength", "maxLength"),
                    "characters",
                    text.chars().count(),
                    path,
                );
            }
            Value::Array(items) => {
                self.visit_size(schema, ("minItems", "maxItems"), "items", items.len(), path);
                if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
                    self.visit_repetition(items, path);
                }
                self.visit_items(schema, items, path, depth);
            }
            Value::Object(fields) => self.visit_fields(schema, fields, path, depth),
            _ => {}
        }
    }

    /// A value that fits one branch is fine. Otherwise the branch whose tag fits is the one that was
    /// meant; if no tag tells, the branch that complains least, or all of them if they are alike.
    fn visit_choice(&mut self, branches: &'a [Value], value: &Value, path: &str, depth: usize) {
        let mut meant: Vec<&Value> = branches
            .iter()
            .filter(|branch| self.could_be_meant(branch, value, depth))
            .collect();
        if meant.is_empty() {
            meant = branches.iter().collect();
        }
        let mut nearest: Vec<Vec<Issue>> = Vec::new();
        for branch in meant {
            let mut walk = Walk {
                root: self.root,
                issues: Vec::new(),
                visits: self.visits,
                is_cut: false,
                only_rules: self.only_rules,
            };
            walk.visit(branch, value, path, depth + 1);
            self.visits = walk.visits;
            self.is_cut |= walk.is_cut;
            if walk.issues.is_empty() {
                return;
            }
            // Something wrong inside the value is nearer than a value of another kind.
            let rank = |issues: &[Issue]| {
                let inside = issues.iter().any(|issue| issue.path != path);
                (!inside, issues.len())
            };
            match nearest
                .first()
                .map(|best| rank(&walk.issues).cmp(&rank(best)))
            {
                Some(Ordering::Greater) => {}
                Some(Ordering::Equal) => nearest.push(walk.issues),
                Some(Ordering::Less) | None => nearest = vec![walk.issues],
            }
        }
        let mut said: Vec<_> = nearest.into_iter().flatten().collect();
        let mut seen = BTreeSet::new();
        said.retain(|issue| seen.insert(issue.clone()));
        match one_of_all(&said) {
            Some(merged) => self.issues.push(merged),
            None => self.issues.append(&mut said),
        }
    }

    /// Whether the members that name a branch (`const`, or the only name it knows) fit.
    fn could_be_meant(&self, branch: &'a Value, value: &Value, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        if let Some(target) = branch
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|at| self.resolve(at))
        {
            return self.could_be_meant(target, value, depth + 1);
        }
        if let Some(types) = branch.get("type")
            && !type_fits(types, value)
        {
            return false;
        }
        let (Some(properties), Some(fields)) = (
            branch.get("properties").and_then(Value::as_object),
            value.as_object(),
        ) else {
            return true;
        };
        let tags_fit = properties.iter().all(|(name, property)| {
            property
                .get("const")
                .is_none_or(|tag| fields.get(name).is_none_or(|value| value == tag))
        });
        // `{"Name": ..}`: an enum's variant by its only field.
        let is_variant = properties.len() == 1
            && branch.get("additionalProperties") == Some(&Value::Bool(false));
        tags_fit && (!is_variant || properties.keys().all(|name| fields.contains_key(name)))
    }

    fn visit_number(&mut self, schema: &Map<String, Value>, number: Option<f64>, path: &str) {
        let Some(number) = number else { return };
        let limit = |keyword| schema.get(keyword).and_then(Value::as_f64);
        if limit("minimum").is_some_and(|least| number < least) {
            self.refuse(path, &format!("must be at least {}", schema["minimum"]));
        }
        if limit("maximum").is_some_and(|most| number > most) {
            self.refuse(path, &format!("must be at most {}", schema["maximum"]));
        }
        if limit("exclusiveMinimum").is_some_and(|bound| number <= bound) {
            self.refuse(
                path,
                &format!("must be more than {}", schema["exclusiveMinimum"]),
            );
        }
        if limit("exclusiveMaximum").is_some_and(|bound| number >= bound) {
            self.refuse(
                path,
                &format!("must be less than {}", schema["exclusiveMaximum"]),
            );
        }
    }

    fn visit_size(
        &mut self,
        schema: &Map<String, Value>,
        (least, most): (&str, &str),
        unit: &str,
        size: usize,
        path: &str,
    ) {
        let limit = |keyword| schema.get(keyword).and_then(Value::as_u64);
        let size = size as u64;
        if let Some(least) = limit(least)
            && size < least
        {
            self.refuse(
                path,
                &format!("must have at least {least} {unit}, has {size}"),
            );
        }
        if let Some(most) = limit(most)
            && size > most
        {
            self.refuse(
                path,
                &format!("must have at most {most} {unit}, has {size}"),
            );
        }
    }

    fn visit_repetition(&mut self, items: &[Value], path: &str) {
        let mut seen = BTreeSet::new();
        // The text of a value orders well enough to find the same one.
        if !items.iter().all(|item| seen.insert(item.to_string())) {
            self.refuse(path, "must have no item twice");
        }
    }

    fn visit_items(
        &mut self,
        schema: &'a Map<String, Value>,
        items: &[Value],
        path: &str,
        depth: usize,
    ) {
        let first = schema
            .get("prefixItems")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        for (index, item) in items.iter().enumerate() {
            if let Some(schema) = first.get(index).or_else(|| schema.get("items")) {
                self.visit(schema, item, &format!("{path}[{index}]"), depth + 1);
            }
        }
    }

    fn visit_fields(
        &mut self,
        schema: &'a Map<String, Value>,
        fields: &Map<String, Value>,
        path: &str,
        depth: usize,
    ) {
        let join = |name: &str| match path {
            "" => short(name),
            path => format!("{path}.{}", short(name)),
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        for name in schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !fields.contains_key(name) {
                self.mistype(&join(name), "is missing");
            }
        }
        for (name, value) in fields {
            match (
                properties.and_then(|known| known.get(name)),
                schema.get("additionalProperties"),
            ) {
                (Some(schema), _) => self.visit(schema, value, &join(name), depth + 1),
                // What a pattern allows is not told apart here.
                (None, Some(Value::Bool(false))) if schema.contains_key("patternProperties") => {
                    let patterns = schema.get("patternProperties").and_then(Value::as_object);
                    if let Some([(_, only)]) = patterns
                        .map(|all| all.iter().collect::<Vec<_>>())
                        .as_deref()
                    {
                        self.visit(only, value, &join(name), depth + 1);
                    }
                }
                (None, Some(Value::Bool(false))) => {
                    let known: Vec<_> = properties
                        .into_iter()
                        .flatten()
                        .map(|(name, _)| format!("`{name}`"))
                        .collect();
                    let message = match known.as_slice() {
                        [] => "is unknown: no fields are expected".to_owned(),
                        known => format!("is unknown; expected {}", known.join(", ")),
                    };
                    self.mistype(&join(name), &message);
                }
                (None, Some(schema)) => self.visit(schema, value, &join(name), depth + 1),
                (None, None) => {}
            }
        }
    }

    fn resolve(&self, reference: &str) -> Option<&'a Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    /// What the type says by itself.
    fn mistype(&mut self, path: &str, message: &str) {
        if !self.only_rules {
            self.refuse(path, message);
        }
    }

    fn refuse(&mut self, path: &str, message: &str) {
        self.issues.push(Issue::new(path, message));
    }
}

fn type_fits(types: &Value, value: &Value) -> bool {
    match types {
        Value::String(name) => match name.as_str() {
            // Rust integers refuse `2.0`, which JSON Schema takes.
            "integer" => value.is_i64() || value.is_u64(),

            "number" => value.is_number(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            "null" => value.is_null(),
            _ => true,
        },
        Value::Array(names) => names.iter().any(|name| type_fits(name, value)),
        _ => true,
    }
}

fn type_names(types: &Value) -> String {
    match types {
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        other => other.to_string(),
    }
}

/// What several branches expected in one place, as one issue.
fn one_of_all(said: &[Issue]) -> Option<Issue> {
    let [first, _, ..] = said else { return None };
    let mut expected = BTreeSet::new();
    for issue in said.iter().filter(|issue| issue.path == first.path) {
        let (names, _) = issue
            .message
            .strip_prefix("expected ")?
            .split_once(", found ")?;
        expected.insert(names.strip_prefix("one of ").unwrap_or(names));
    }
    let (_, found) = first.message.split_once(", found ")?;
    let same_place = said.iter().all(|issue| issue.path == first.path);
    let expected: Vec<_> = expected.into_iter().collect();
    let message = format!("expected {}, found {found}", expected.join(" or "));
    same_place.then(|| Issue::new(&first.path, message))
}

/// The name of a field, short: the model may have made it up.
fn short(name: &str) -> String {
    const LONGEST: usize = 64;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// What stands there, short: models quote it back, logs keep it.
fn found(value: &Value) -> String {
    const LONGEST: usize = 40;
    match value {
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => {
            let text = other.to_string();
            match text.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
}
