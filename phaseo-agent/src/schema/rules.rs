//! Finds the rules that a schema states beyond the type.
//!
//! A rule that no type holds by itself needs a validator. Some keywords are in doubt: a lower bound of
//! 1 can be a `NonZeroU32` or a rule on a `u32`, one character a `char` or a rule on a `String`; those
//! need none. Sizes, bounds, patterns and listed values are looked at in every value besides
//! ([`violations`](super::check::violations)): a rule in doubt is not left unchecked so, nor one on a
//! field that a validator skips, nor the length of a text, of which garde counts the bytes.
//!
//! Which rules a validator checks cannot be seen from outside: of what is not looked at, that of a whole type
//! is believed to check what its type states. Of a parameter the macros see who states what.

use serde_json::{Map, Value};

/// Keywords that no type keeps by itself.
const CLEAR: &[&str] = &[
    "pattern",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "contains",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
];

/// Those of them that are looked at in every value all the same.
const CLEAR_AND_SEEN: &[&str] = &[
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minProperties",
    "maxProperties",
];

/// Formats that no type keeps by itself. `uri`, `date-time`, `uuid` and the like are those of types.
const CLEAR_FORMATS: &[&str] = &["email", "idn-email", "hostname", "idn-hostname", "regex"];

/// What a schema states.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// The properties whose subtree states a rule that no type keeps; the empty name is the value as
    /// a whole.
    pub(super) clear: Vec<String>,
    /// Whether it states sizes, bounds or values that are looked at in every value.
    pub(super) looked_at: bool,
    /// Whether there are objects below the root, for which serde would take lists.
    pub(super) objects: bool,
}

/// What `schema` states.
pub(super) fn of(schema: &Value) -> Rules {
    let mut rules = Rules::default();
    let Some(Value::Object(root)) = target(schema) else {
        return rules;
    };
    for (name, property) in root
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let mut search = Search::new(schema);
        if search.states_rule(property, Role::Part) {
            rules.clear.push(name.clone());
        }
        rules.add(&search);
    }
    let mut search = Search::new(schema);
    let mut whole = root.clone();
    whole.remove("properties");
    if search.states_rule(&Value::Object(whole), Role::Type) {
        rules.clear.push(String::new());
    }
    rules.add(&search);
    rules
}

impl Rules {
    fn add(&mut self, search: &Search<'_>) {
        self.looked_at |= search.looked_at;
        self.objects |= search.objects;
    }
}

/// The schema itself, or what its root reference names.
fn target(schema: &Value) -> Option<&Value> {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => schema.pointer(reference.strip_prefix('#')?),
        None => Some(schema),
    }
}

/// What a schema is where it stands, which tells whose its `enum` or `const` is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A field, an item or the like: somebody put the keyword beside the type.
    Part,
    /// A type, come to by its name: the names are those of a Rust enum, which may know more of them.
    Type,
    /// A branch of a choice: the same, and a `const` of a field is the tag.
    Branch,
}

struct Search<'a> {
    root: &'a Value,
    seen: Vec<String>,
    looked_at: bool,
    objects: bool,
}

impl<'a> Search<'a> {
    fn new(root: &'a Value) -> Self {
        Self {
            root,
            seen: Vec::new(),
            looked_at: false,
            objects: false,
        }
    }

    /// Whether this subtree states a clear rule. The whole of it is looked at, for the other ones.
    fn states_rule(&mut self, schema: &Value, role: Role) -> bool {
        match schema {
            Value::Object(keywords) => {
                let mut found = self.own_rule(keywords);
                self.looked_at |= role == Role::Part && lists_values(schema);
                self.objects |= keywords.contains_key("properties");
                for (keyword, value) in keywords {
                    found |= match keyword.as_str() {
                        "$ref" => value
                            .as_str()
                            .is_some_and(|reference| self.follows(reference)),
                        "properties" | "patternProperties" => {
                            let properties = value.as_object().into_iter().flatten();
                            properties.fold(false, |found, (_, property)| {
                                let is_tag =
                                    role == Role::Branch && property.get("const").is_some();
                                let role = match is_tag {
                                    true => Role::Type,
                                    false => Role::Part,
                                };
                                self.states_rule(property, role) | found
                            })
                        }
                        "items" | "additionalProperties" | "allOf" | "prefixItems" => {
                            self.states_rule(value, Role::Part)
                        }
                        "anyOf" | "oneOf" => self.states_rule(value, Role::Branch),
                        _ => false,
                    };
                }
                found
            }
            Value::Array(parts) => parts
                .iter()
                .fold(false, |found, part| self.states_rule(part, role) | found),
            _ => false,
        }
    }

    fn follows(&mut self, reference: &str) -> bool {
        if self.seen.iter().any(|seen| seen == reference) {
            return false;
        }
        self.seen.push(reference.to_owned());
        let target = reference
            .strip_prefix('#')
            .and_then(|pointer| self.root.pointer(pointer));
        target.is_some_and(|target| self.states_rule(target, Role::Type))
    }

    fn own_rule(&mut self, schema: &Map<String, Value>) -> bool {
        let number = |keyword| schema.get(keyword).and_then(Value::as_f64);
        let size = |keyword| schema.get(keyword).and_then(Value::as_u64);
        let format = schema
            .get("format")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let mut judge = |keyword| match keyword {
            Keyword::Held => false,
            Keyword::Doubtful => {
                self.looked_at = true;
                false
            }
            Keyword::Clear => {
                self.looked_at = true;
                true
            }
        };
        let sized = |least, most, may_be_held: bool| match (size(least), size(most)) {
            (None, None) => Keyword::Held,
            // An array of no items.
            (None, Some(0)) if may_be_held => Keyword::Doubtful,
            (Some(least), Some(most)) if least == most && may_be_held => Keyword::Doubtful,
            _ => Keyword::Clear,
        };
        let is_clear = |keyword: &&str| match *keyword {
            "not" => schema.contains_key("not") && !excludes_zero(schema),
            keyword => schema.contains_key(keyword),
        };
        let mut found = CLEAR.iter().any(is_clear) || CLEAR_FORMATS.contains(&format);
        if excludes_zero(schema) {
            judge(Keyword::Doubtful);
        }
        if schema.contains_key("pattern") || format == "email" {
            judge(Keyword::Clear);
        }
        if CLEAR_AND_SEEN
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
        {
            judge(Keyword::Clear);
        }
        found |= judge(sized(
            "minLength",
            "maxLength",
            size("maxLength") == Some(1),
        ));
        found |= judge(sized("minItems", "maxItems", true));
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            judge(Keyword::Doubtful);
        }
        for bound in [number("minimum"), number("maximum")].into_iter().flatten() {
            found |= judge(bound_of_integer(format, bound));
        }
        found
    }
}

/// Whether it names the values that it allows.
fn lists_values(schema: &Value) -> bool {
    schema.get("enum").is_some() || schema.get("const").is_some()
}

/// Whether it is that of an integer that is not zero, signed.
pub(super) fn excludes_zero(schema: &Map<String, Value>) -> bool {
    let zero = || serde_json::json!({"const": 0});
    schema.get("not").is_some_and(|not| *not == zero())
}

/// Who keeps a keyword.
enum Keyword {
    /// The type, or it is not there.
    Held,
    /// Perhaps the type.
    Doubtful,
    /// No type.
    Clear,
}

/// Whether reading an integer of this format refuses what lies beyond `bound` by itself.
fn bound_of_integer(format: &str, bound: f64) -> Keyword {
    let ends: &[f64] = match format {
        "uint8" => &[0.0, 255.0],
        "uint16" => &[0.0, 65_535.0],
        "int8" => &[-128.0, 127.0],
        "int16" => &[-32_768.0, 32_767.0],
        "uint" | "uint32" | "uint64" | "uint128" => &[0.0],
        _ => &[],
    };
    if ends.contains(&bound) {
        Keyword::Held
    } else if format.starts_with("uint") && bound == 1.0 {
        Keyword::Doubtful
    } else {
        Keyword::Clear
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use schemars::JsonSchema;

    use crate::schema::Schema;
    use crate::schema::check::violations;
    use crate::schema::patterns::Patterns;

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
        let schema = Schema::of_input::<Types>();
        assert_eq!(schema.ruled_properties(), [""; 0]);
        let value = |count| {
            serde_json::json!({"byte": 0, "short": 0, "count": 0, "more": count, "letter": "a",
            "pair": [1, 2], "maybe": null, "names": []})
        };
        assert_eq!(
            violations(schema.tree(), &Patterns::default(), &value(1), true),
            []
        );
        // A `NonZeroU32` would have refused it before.
        assert_eq!(
            violations(schema.tree(), &Patterns::default(), &value(0), true)[0].to_string(),
            "more: must be at least 1"
        );
    }

    #[test]
    fn rules_are_found_in_the_property_and_below_it() {
        assert_eq!(
            Schema::of_input::<Ruled>().ruled_properties(),
            ["text", "number", "one", "many", "maybe"]
        );
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Doubtful {
        #[schemars(range(min = 1))]
        least_one: u32,
        #[schemars(length(equal = 1))]
        one_letter: String,
        #[schemars(length(equal = 2))]
        two: Vec<u32>,
        #[schemars(extend("uniqueItems" = true))]
        unique: Vec<u32>,
    }

    #[test]
    fn what_a_type_may_hold_or_not_is_looked_at_in_every_value() {
        let schema = Schema::of_input::<Doubtful>();
        assert_eq!(schema.ruled_properties(), [""; 0]);
        let value = serde_json::json!({"least_one": 0, "one_letter": "ab", "two": [1], "unique": [1, 2, 1]});
        let found: Vec<_> = violations(schema.tree(), &Patterns::default(), &value, true)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            found,
            [
                "least_one: must be at least 1",
                "one_letter: must have at most 1 characters, has 2",
                "two: must have at least 2 items, has 1",
                "unique: must have no item twice",
            ]
        );
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    #[serde(tag = "op")]
    enum Choice {
        Say {
            #[schemars(length(max = 3))]
            text: String,
        },
        Stop,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Formats {
        #[schemars(email)]
        mail: String,
        #[schemars(extend("not" = {"const": "x"}))]
        not: String,
    }

    #[test]
    fn rules_are_found_wherever_they_stand() {
        assert_eq!(Schema::of_input::<Choice>().ruled_properties(), [""]);
        assert_eq!(Schema::of_input::<Vec<Inner>>().ruled_properties(), [""]);
        assert_eq!(Schema::of_input::<Option<Inner>>().ruled_properties(), [""]);
        let map = Schema::of_input::<std::collections::BTreeMap<String, Inner>>();
        assert_eq!(map.ruled_properties(), [""]);
        assert_eq!(
            Schema::of_input::<Formats>().ruled_properties(),
            ["mail", "not"]
        );
    }
}
