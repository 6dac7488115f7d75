//! Values that a schema refuses, made from one that it accepts and from what it states.

use serde_json::{Map, Value, json};

use super::echo::validator;

/// A value that a schema refuses.
#[derive(Clone, Debug)]
pub(super) struct Negation {
    pub(super) value: Value,
    /// What was done to the value.
    pub(super) change: String,
    /// The place that is wrong.
    pub(super) path: String,
    /// If it stands in a branch of a choice, the place of that: another branch may be nearer now, and
    /// something else wrong by it.
    pub(super) choice: Option<String>,
}

/// Every value next to `value` that `schema` refuses.
pub(super) fn of(schema: &Value, value: &Value) -> Vec<Negation> {
    let mut search = Search {
        root: schema,
        whole: value,
        accepts: validator(schema),
        found: Vec::new(),
    };
    search.visit(schema, value, &Place::default());
    search.found
}

/// A place in the value.
#[derive(Clone, Default)]
struct Place {
    pointer: String,
    path: String,
    /// The path of the choice around it.
    choice: Option<String>,
}

impl Place {
    fn field(&self, name: &str) -> Self {
        let path = match self.path.as_str() {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        let name = name.replace('~', "~0").replace('/', "~1");
        self.below(&name, path)
    }

    fn item(&self, index: usize) -> Self {
        self.below(&index.to_string(), format!("{}[{index}]", self.path))
    }

    fn below(&self, token: &str, path: String) -> Self {
        Self {
            pointer: format!("{}/{token}", self.pointer),
            path,
            choice: self.choice.clone(),
        }
    }
}

/// One of each kind.
fn kinds() -> [Value; 7] {
    [
        json!(null),
        json!(true),
        json!(7),
        json!(1.5),
        json!("no such"),
        json!([]),
        json!({}),
    ]
}

struct Search<'a> {
    root: &'a Value,
    whole: &'a Value,
    accepts: jsonschema::Validator,
    found: Vec<Negation>,
}

impl<'a> Search<'a> {
    fn visit(&mut self, schema: &'a Value, value: &'a Value, place: &Place) {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(&reference[1..]);
            self.visit(target.expect("it is defined"), value, place);
        }
        for choice in ["anyOf", "oneOf"] {
            if let Some(branches) = schema[choice].as_array() {
                self.visit_choice(branches, value, place);
            }
        }
        self.negate_kind(schema, place);
        match value {
            Value::Number(_) => self.negate_number(schema, place),
            Value::String(text) => self.negate_text(schema, text, place),
            Value::Array(items) => self.visit_items(schema, items, place),
            Value::Object(fields) => self.visit_fields(schema, fields, place),
            _ => {}
        }
    }

    fn visit_choice(&mut self, branches: &'a [Value], value: &'a Value, place: &Place) {
        let inside = Place {
            choice: place.choice.clone().or_else(|| Some(place.path.clone())),
            ..place.clone()
        };
        for kind in kinds() {
            self.replace(kind, &inside);
        }
        for branch in branches {
            let definitions = self.root.get("$defs").cloned();
            let definitions = definitions.unwrap_or_else(|| json!({}));
            let alone = json!({"allOf": [branch], "$defs": definitions});
            if validator(&alone).is_valid(value) {
                self.visit(branch, value, &inside);
            }
        }
    }

    fn negate_kind(&mut self, schema: &Value, place: &Place) {
        if let Some(stated) = schema.get("type") {
            let takes = validator(&json!({"type": stated}));
            for other in kinds().into_iter().filter(|kind| !takes.is_valid(kind)) {
                self.replace(other, place);
            }
        }
        if schema.get("enum").is_some() || schema.get("const").is_some() {
            self.replace(json!("no such"), place);
        }
    }

    fn negate_number(&mut self, schema: &Value, place: &Place) {
        let beyond = |bound: &Value, step: i64| match bound.as_i64() {
            Some(bound) => json!(bound + step),
            None => json!(bound.as_f64().expect("a bound is a number") + step as f64),
        };
        if let Some(least) = schema.get("minimum") {
            self.replace(beyond(least, -1), place);
        }
        if let Some(most) = schema.get("maximum") {
            self.replace(beyond(most, 1), place);
        }
    }

    fn negate_text(&mut self, schema: &Value, text: &str, place: &Place) {
        if let Some(least @ 1..) = schema["minLength"].as_u64() {
            // Two bytes each: characters are counted.
            self.replace(json!("ä".repeat(least as usize - 1)), place);
        }
        if let Some(most) = schema["maxLength"].as_u64() {
            self.replace(
                json!(format!("{text}{}", "x".repeat(most as usize + 1))),
                place,
            );
        }
        if schema.get("pattern").is_some() || schema.get("format").is_some() {
            self.replace(json!("no such"), place);
        }
    }

    fn visit_items(&mut self, schema: &'a Value, items: &'a [Value], place: &Place) {
        if let Some(least @ 1..) = schema["minItems"].as_u64() {
            self.replace(json!(items[..least as usize - 1]), place);
        }
        if let (Some(most), Some(item)) = (schema["maxItems"].as_u64(), items.first()) {
            self.replace(json!(vec![item; most as usize + 1]), place);
        }
        if let (Some(true), Some(item)) = (schema["uniqueItems"].as_bool(), items.first()) {
            self.replace(json!([item, item]), place);
        }
        for (index, item) in items.iter().enumerate() {
            let first = schema["prefixItems"].get(index);
            if let Some(schema) = first.or_else(|| schema.get("items")) {
                self.visit(schema, item, &place.item(index));
            }
        }
    }

    fn visit_fields(&mut self, schema: &'a Value, fields: &'a Map<String, Value>, place: &Place) {
        if !fields.is_empty() {
            // Which serde would take for a struct.
            let values: Vec<_> = fields.values().collect();
            self.replace(json!(values), place);
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            let mut fields = fields.clone();
            fields.remove(name);
            self.add(
                json!(fields),
                place,
                &place.field(name),
                &format!("remove `{name}`"),
            );
        }
        if schema["additionalProperties"] == false {
            let mut fields = fields.clone();
            fields.insert("no such".to_owned(), json!(true));
            self.add(json!(fields), place, &place.field("no such"), "add a field");
        }
        let patterns = schema["patternProperties"].as_object();
        let by_pattern = patterns.and_then(|patterns| patterns.values().next());
        for (name, value) in fields {
            let known = schema["properties"].get(name).or(by_pattern);
            if let Some(schema) = known.or_else(|| schema.get("additionalProperties")) {
                self.visit(schema, value, &place.field(name));
            }
        }
    }

    fn replace(&mut self, new: Value, place: &Place) {
        let change = format!("{new} at `{}`", place.path);
        self.add(new, place, place, &change);
    }

    /// Puts `new` at `place`, which makes `wrong` wrong.
    fn add(&mut self, new: Value, place: &Place, wrong: &Place, change: &str) {
        let value = self.with(new, place);
        if self.accepts.is_valid(&value) {
            // It may fit another branch.
            assert!(place.choice.is_some(), "{change}: {value} is accepted");
            return;
        }
        self.found.push(Negation {
            value,
            change: change.to_owned(),
            path: wrong.path.clone(),
            choice: place.choice.clone(),
        });
    }

    fn with(&self, new: Value, place: &Place) -> Value {
        let mut value = self.whole.clone();
        *value.pointer_mut(&place.pointer).expect("it was visited") = new;
        value
    }
}
