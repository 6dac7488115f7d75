//! Finds the rules that a schema states beyond the type.

use serde_json::{Map, Value};

/// Keywords that a type's own reading does not enforce. `minimum` and `maximum` are judged apart.
const RULES: &[&str] = &[
    "minLength",
    "maxLength",
    "pattern",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minProperties",
    "maxProperties",
    "propertyNames",
];

/// The names of the properties of `schema` whose subtree states a rule.
pub(super) fn ruled_properties(schema: &Value) -> Vec<String> {
    let mut seen = Vec::new();
    let Some(root) = target(schema, schema) else {
        return Vec::new();
    };
    root.get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter(|(_, property)| {
            seen.clear();
            states_rule(schema, property, &mut seen)
        })
        .map(|(name, _)| name.clone())
        .collect()
}

/// The schema itself, or what its root reference names.
fn target<'a>(root: &'a Value, schema: &'a Value) -> Option<&'a Value> {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => root.pointer(reference.strip_prefix('#')?),
        None => Some(schema),
    }
}

fn states_rule<'a>(root: &'a Value, schema: &'a Value, seen: &mut Vec<&'a str>) -> bool {
    match schema {
        Value::Object(keywords) => {
            own_rule(keywords)
                || keywords
                    .iter()
                    .any(|(keyword, value)| match keyword.as_str() {
                        "$ref" => value.as_str().is_some_and(|reference| {
                            if seen.contains(&reference) {
                                return false;
                            }
                            seen.push(reference);
                            reference
                                .strip_prefix('#')
                                .and_then(|pointer| root.pointer(pointer))
                                .is_some_and(|target| states_rule(root, target, seen))
                        }),
                        "properties" | "patternProperties" | "$defs" => value
                            .as_object()
                            .into_iter()
                            .flatten()
                            .any(|(_, property)| {
                                keyword != "$defs" && states_rule(root, property, seen)
                            }),
                        "items"
                        | "additionalProperties"
                        | "allOf"
                        | "anyOf"
                        | "oneOf"
                        | "prefixItems" => states_rule(root, value, seen),
                        _ => false,
                    })
        }
        Value::Array(parts) => parts.iter().any(|part| states_rule(root, part, seen)),
        _ => false,
    }
}

fn own_rule(schema: &Map<String, Value>) -> bool {
    let number = |keyword| schema.get(keyword).and_then(Value::as_f64);
    let format = schema
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let size = |keyword| schema.get(keyword).and_then(Value::as_u64);
    // A `char` and an array of fixed length are held by the type itself.
    let fixed = |least, most| size(least).is_some() && size(least) == size(most);
    RULES.iter().any(|&keyword| match keyword {
        "minLength" | "maxLength"
            if fixed("minLength", "maxLength") && size("minLength") == Some(1) =>
        {
            false
        }
        "minItems" | "maxItems" if fixed("minItems", "maxItems") => false,
        // A set is unique by its type.
        "uniqueItems" => false,
        keyword => schema.contains_key(keyword),
    }) || number("minimum").is_some_and(|least| !held_by_integer(format, least))
        || number("maximum").is_some_and(|most| !held_by_integer(format, most))
}

/// Whether reading an integer of this format already refuses what lies beyond `bound`: 0 or 1 for
/// the unsigned and the non-zero types, and the ends of the small ones.
fn held_by_integer(format: &str, bound: f64) -> bool {
    match format {
        "uint8" => [0.0, 1.0, 255.0].contains(&bound),
        "uint16" => [0.0, 1.0, 65_535.0].contains(&bound),
        "int8" => [-128.0, 127.0].contains(&bound),
        "int16" => [-32_768.0, 32_767.0].contains(&bound),
        "uint" | "uint32" | "uint64" | "uint128" => [0.0, 1.0].contains(&bound),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use schemars::JsonSchema;

    use crate::schema::Schema;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Types {
        byte: u8,
        short: i16,
        count: usize,
        more: NonZeroU32,
        letter: char,
        pair: [u32; 2],
        maybe: Option<u64>,
        names: Vec<String>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Inner {
        #[schemars(length(min = 2))]
        city: String,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Ruled {
        free: String,
        #[schemars(length(max = 3))]
        text: String,
        #[schemars(range(min = 2, max = 9))]
        number: u32,
        one: Inner,
        many: Vec<Inner>,
        maybe: Option<Inner>,
    }

    #[test]
    fn what_a_type_holds_by_itself_is_no_rule() {
        assert_eq!(Schema::of_input::<Types>().ruled_properties(), [""; 0]);
    }

    #[test]
    fn rules_are_found_in_the_property_and_below_it() {
        assert_eq!(
            Schema::of_input::<Ruled>().ruled_properties(),
            ["text", "number", "one", "many", "maybe"]
        );
    }
}
