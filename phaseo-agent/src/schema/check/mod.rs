//! Walks a value against a schema.
//!
//! serde stops at its first error, so a value that it refused is walked to name everything that is wrong
//! with it at once ([`refusals`]): that explains a refusal and does not decide it. A value that its type
//! accepted is walked for the rules that its type and its validator may leave unchecked
//! ([`violations`]), if its schema states any: that decides. A keyword that is not known here is passed over.

mod choice;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::patterns::Patterns;
use super::{Issue, issue, rules};

/// Deep enough for any tool's input; a recursive schema cannot run away with the stack.
const MAX_DEPTH: usize = 64;

/// Enough to look at every part of any tool's input, and to try the branches of its choices. The
/// arguments are the model's, and what it sends must not hold the run.
const MAX_VISITS: usize = 10_000;

/// A value that its type has accepted may be larger,
const MAX_LOOKS: usize = 1_000_000;

/// and as deep as serde_json reads.
const MAX_LOOK_DEPTH: usize = 512;

/// Every way in which `value` does not fit `schema`, as far as the limits go.
pub(super) fn refusals(schema: &Value, value: &Value) -> Vec<Issue> {
    let mut walk = Walk::new(schema, None);
    walk.visit_type(schema, value, "", 0);
    Issue::capped(walk.issues)
}

/// Every rule on sizes, bounds, repetition, patterns and listed values that `value`, which its type accepts,
/// breaks, and every list that its type took for an object. If `wholly`, a value that is too large to
/// be looked at is refused.
pub(super) fn violations(
    schema: &Value,
    patterns: &Patterns,
    value: &Value,
    wholly: bool,
) -> Vec<Issue> {
    let mut walk = Walk::new(schema, Some(patterns));
    walk.visit_type(schema, value, "", 0);
    walk.issues.append(&mut walk.lists);
    if wholly && walk.is_cut {
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
    /// The patterns of the schema, if the type accepted the value, so that only rules count.
    accepted: Option<&'a Patterns>,
    /// Whether an accepted value is of another type than the schema says: this is not the branch that
    /// was meant, or the type takes more than it says.
    is_mistyped: bool,
    /// Where an accepted value has a list for an object.
    lists: Vec<Issue>,
}

impl<'a> Walk<'a> {
    fn new(root: &'a Value, accepted: Option<&'a Patterns>) -> Self {
        Self {
            root,
            issues: Vec::new(),
            visits: 0,
            is_cut: false,
            accepted,
            is_mistyped: false,
            lists: Vec::new(),
        }
    }

    /// What a field, an item or the like has to be: a type, and one of the values that are listed
    /// beside it.
    fn visit(&mut self, schema: &'a Value, value: &Value, path: &str, depth: usize) {
        if self.is_accepted()
            && let Some(message) = schema
                .as_object()
                .and_then(|schema| unlisted(schema, value))
        {
            self.refuse(path, &message);
        }
        self.visit_type(schema, value, path, depth);
    }

    fn visit_type(&mut self, schema: &'a Value, value: &Value, path: &str, depth: usize) {
        self.visits += 1;
        let most_visits = match self.is_accepted() {
            true => MAX_LOOKS,
            false => MAX_VISITS,
        };
        if depth > self.most_depth() || self.visits > most_visits || self.issues.len() > Issue::MOST
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

    fn is_accepted(&self) -> bool {
        self.accepted.is_some()
    }

    fn most_depth(&self) -> usize {
        match self.is_accepted() {
            true => MAX_LOOK_DEPTH,
            false => MAX_DEPTH,
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
            self.visit_type(target, value, path, depth + 1);
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
            let message = format!("expected {}, found {}", type_names(types), found(value));
            if self.is_accepted() && value.is_array() && takes_objects(types) {
                self.lists.push(Issue::new(path, &message));
            }
            self.mistype(path, &message);
            return;
        }
        if let Some(message) = unlisted(schema, value) {
            self.mistype(path, &message);
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
                self.visit_text(schema, text, path);
            }
            Value::Array(items) => {
                self.visit_size(schema, ("minItems", "maxItems"), "items", items.len(), path);
                if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
                    self.visit_repetition(items, path);
                }
                self.visit_items(schema, items, path, depth);
            }
            Value::Object(fields) => {
                self.visit_size(
                    schema,
                    ("minProperties", "maxProperties"),
                    "fields",
                    fields.len(),
                    path,
                );
                self.visit_fields(schema, fields, path, depth);
            }
            _ => {}
        }
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
        if number == 0.0 && rules::excludes_zero(schema) {
            self.refuse(path, "must not be 0");
        }
        if limit("multipleOf").is_some_and(|unit| !is_multiple(number, unit)) {
            self.refuse(
                path,
                &format!("must be a multiple of {}", schema["multipleOf"]),
            );
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

    /// What a pattern and a format say of an accepted text.
    fn visit_text(&mut self, schema: &Map<String, Value>, text: &str, path: &str) {
        let Some(patterns) = self.accepted else {
            return;
        };
        if let Some(Value::String(pattern)) = schema.get("pattern")
            && patterns.refuse(pattern, text)
        {
            self.refuse(path, &format!("must match `{pattern}`"));
        }
        let is_email = schema.get("format").and_then(Value::as_str) == Some("email");
        if is_email && !looks_like_email(text) {
            self.refuse(path, "must be an e-mail address");
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
        let join = |name: &str| issue::field(path, name);
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
        match self.is_accepted() {
            true => self.is_mistyped = true,
            false => self.refuse(path, message),
        }
    }

    fn refuse(&mut self, path: &str, message: &str) {
        self.issues.push(Issue::new(path, message));
    }
}

/// What is wrong with a value that is not among those that the schema lists.
fn unlisted(schema: &Map<String, Value>, value: &Value) -> Option<String> {
    if let Some(only) = schema.get("const").filter(|only| *only != value) {
        return Some(format!("expected {only}, found {}", found(value)));
    }
    let allowed = schema.get("enum")?.as_array()?;
    let names: Vec<_> = allowed.iter().map(Value::to_string).collect();
    let message = || {
        format!(
            "expected one of {}, found {}",
            names.join(", "),
            found(value)
        )
    };
    (!allowed.contains(value)).then(message)
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

fn takes_objects(types: &Value) -> bool {
    type_fits(types, &Value::Object(Map::new()))
}

/// Whether a text has what every e-mail address has. Which of those are addresses is for a validator to
/// say.
fn looks_like_email(text: &str) -> bool {
    let parts = text.rsplit_once('@');
    parts.is_some_and(|(user, host)| !user.is_empty() && !host.is_empty())
        && !text.contains(char::is_whitespace)
}

/// As far as numbers of limited precision tell.
fn is_multiple(number: f64, unit: f64) -> bool {
    let times = number / unit;
    (times - times.round()).abs() <= times.abs().max(1.0) * f64::EPSILON
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
mod tests;
