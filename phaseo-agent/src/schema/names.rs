//! Places by the names that JSON has.

use serde_json::{Map, Value};

use super::issue;

/// A validator names fields as Rust does, and counts the only field of a struct without names. This is
/// its path in `value` as far as it can be followed there: a field that is called otherwise in JSON is
/// found if only capitals and what stands between words differ.
pub(super) fn in_json(path: &str, value: &Value) -> String {
    let mut found = String::new();
    let (mut rest, mut at) = (path, value);
    while !rest.is_empty() {
        let index = index(rest);
        match (at, index) {
            (Value::Array(items), Some((index, after))) if index < items.len() => {
                found.push_str(&format!("[{index}]"));
                (rest, at) = (after, &items[index]);
            }
            // serde writes such a struct as what it holds.
            (_, Some((0, after))) => rest = after,
            (Value::Object(fields), None) => {
                let name = rest.strip_prefix('.').unwrap_or(rest);
                let Some((name, inner, after)) = field(fields, name) else {
                    break;
                };
                found = issue::field(&found, name);
                (rest, at) = (after, inner);
            }
            _ => break,
        }
    }
    match rest.strip_prefix('.') {
        Some(rest) if found.is_empty() => rest.to_owned(),
        _ if found.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']) => found + rest,
        _ => format!("{found}.{rest}"),
    }
}

/// The index that `path` begins with, and what follows it.
fn index(path: &str) -> Option<(usize, &str)> {
    let (index, after) = path.strip_prefix('[')?.split_once(']')?;
    Some((index.parse().ok()?, after))
}

/// The field that `path` begins with, and what follows its name.
fn field<'f, 'p>(
    fields: &'f Map<String, Value>,
    path: &'p str,
) -> Option<(&'f str, &'f Value, &'p str)> {
    // The key of a map can hold anything.
    let exact = fields.iter().filter_map(|(name, value)| {
        let after = path.strip_prefix(name.as_str())?;
        (after.is_empty() || after.starts_with(['.', '['])).then_some((&**name, value, after))
    });
    if let Some(longest) = exact.max_by_key(|(name, ..)| name.len()) {
        return Some(longest);
    }
    let (first, after) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
    let mut alike = fields
        .iter()
        .filter(|(name, _)| words(name).eq(words(first)));
    match (alike.next(), alike.next()) {
        (Some((name, value)), None) => Some((name, value, after)),
        _ => None,
    }
}

fn words(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_found_by_their_names_in_json() {
        let value = json!({
            "homeAddress": {"STREET-NAME": "Ulm", "code": "x"},
            "type": [{"first_name": 1}],
            "keys": {"a.b": {"c": 1}, "a": 2},
        });
        for (path, expected) in [
            ("", ""),
            ("home_address.street_name", "homeAddress.STREET-NAME"),
            ("home_address.code[0]", "homeAddress.code"),
            ("type[0].first_name", "type[0].first_name"),
            ("[0].type[0].firstName", "type[0].first_name"),
            ("keys.a.b.c", "keys.a.b.c"),
            // What cannot be found is called as it was.
            ("home_address.town", "homeAddress.town"),
            ("kind.name", "kind.name"),
            ("type[1]", "type[1]"),
            ("type[0][2]", "type[0][2]"),
        ] {
            assert_eq!(in_json(path, &value), expected);
        }
    }

    #[test]
    fn names_that_are_alike_are_not_guessed_at() {
        let value = json!({"aB": 1, "a-b": 2});
        assert_eq!(in_json("a_b", &value), "a_b");
    }
}
