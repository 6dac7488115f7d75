//! Walks a refused value against a schema, to name everything that is wrong with it at once.
//!
//! serde stops at its first error. This check runs only after serde or garde has refused a value,
//! so it costs nothing on the good path, and a keyword that it does not know is passed over: it
//! explains a refusal, it does not decide one.

use serde_json::{Map, Value};

use super::Issue;

/// Deep enough for any tool's input; a recursive schema cannot run away with the stack.
const MAX_DEPTH: usize = 64;

/// Every way in which `value` does not fit `schema`.
pub(super) fn refusals(schema: &Value, value: &Value) -> Vec<Issue> {
    let mut walk = Walk {
        root: schema,
        issues: Vec::new(),
    };
    walk.visit(schema, value, "", 0);
    walk.issues
}

struct Walk<'a> {
    root: &'a Value,
    issues: Vec<Issue>,
}

impl<'a> Walk<'a> {
    fn visit(&mut self, schema: &'a Value, value: &Value, path: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        match schema {
            Value::Bool(false) => self.refuse(path, "is not allowed here"),
            Value::Object(keywords) => self.visit_keywords(keywords, value, path, depth),
            _ => {}
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
            self.refuse(
                path,
                &format!("expected {}, found {}", type_names(types), found(value)),
            );
            return;
        }
        if let Some(only) = schema.get("const")
            && only != value
        {
            self.refuse(path, &format!("expected {only}, found {}", found(value)));
        }
        if let Some(Value::Array(allowed)) = schema.get("enum")
            && !allowed.contains(value)
        {
            let names: Vec<_> = allowed.iter().map(Value::to_string).collect();
            self.refuse(
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
                self.visit_items(schema, items, path, depth);
            }
            Value::Object(fields) => self.visit_fields(schema, fields, path, depth),
            _ => {}
        }
    }

    /// A value that fits one branch is fine. Otherwise the branch that complains least is the one
    /// that was meant, if it complains about something inside the value.
    fn visit_choice(&mut self, branches: &'a [Value], value: &Value, path: &str, depth: usize) {
        let mut nearest: Option<Vec<Issue>> = None;
        for branch in branches {
            let mut walk = Walk {
                root: self.root,
                issues: Vec::new(),
            };
            walk.visit(branch, value, path, depth + 1);
            if walk.issues.is_empty() {
                return;
            }
            let inside = |issues: &[Issue]| issues.iter().any(|issue| issue.path != path);
            let better = nearest.as_ref().is_none_or(|best| {
                (inside(&walk.issues), best.len()) > (inside(best), walk.issues.len())
            });
            if better {
                nearest = Some(walk.issues);
            }
        }
        self.issues.extend(nearest.into_iter().flatten());
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
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
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
                self.refuse(&join(name), "is missing");
            }
        }
        for (name, value) in fields {
            match (
                properties.and_then(|known| known.get(name)),
                schema.get("additionalProperties"),
            ) {
                (Some(schema), _) => self.visit(schema, value, &join(name), depth + 1),
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
                    self.refuse(&join(name), &message);
                }
                (None, Some(schema)) => self.visit(schema, value, &join(name), depth + 1),
                (None, None) => {}
            }
        }
    }

    fn resolve(&self, reference: &str) -> Option<&'a Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    fn refuse(&mut self, path: &str, message: &str) {
        self.issues.push(Issue::new(path, message));
    }
}

fn type_fits(types: &Value, value: &Value) -> bool {
    match types {
        Value::String(name) => match name.as_str() {
            "integer" => {
                value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0)
            }
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
                &json!({"id": "T-42", "where": "staging", "count": 2.0})
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
}
