//! Places by the names that JSON has.

use serde_json::{Map, Value};

use super::issue;

/// A validator names fields as Rust does, counts those without names, and knows no variants. This is its
/// path in `value` as far as it can be followed there: a field that is called otherwise in JSON is found if
/// only capitals and what stands between words differ.
pub(super) fn in_json(path: &str, value: &Value) -> String {
    match followed(path, value, String::new()) {
        Ok(path) | Err(path) => path,
    }
}

/// `found`, and from there on what `rest` is in `at`; an error if that cannot be followed to its end.
fn followed(rest: &str, at: &Value, found: String) -> Result<String, String> {
    if rest.is_empty() {
        return Ok(found);
    }
    let stuck = || match rest.strip_prefix('.') {
        Some(rest) if found.is_empty() => rest.to_owned(),
        _ if found.is_empty() || rest.starts_with(['.', '[']) => format!("{found}{rest}"),
        _ => format!("{found}.{rest}"),
    };
    match (at, index(rest)) {
        (Value::Array(items), Some((index, after))) if index < items.len() => {
            followed(after, &items[index], format!("{found}[{index}]"))
        }
        (Value::Object(fields), Some((index, after))) => in_variant(rest, fields, &found)
            // serde writes a struct without names as what it holds, if that is one thing.
            .or_else(|_| match index {
                0 => followed(after, at, found.clone()),
                _ => Err(stuck()),
            }),
        (_, Some((0, after))) => followed(after, at, found),
        (Value::Object(fields), None) => {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            if let Some((name, inner, after)) = field(fields, name) {
                return followed(after, inner, issue::field(&found, name));
            }
            let flattened = || match name.find(['.', '[']) {
                Some(end) => followed(&name[end..], at, found.clone()),
                None => Err(stuck()),
            };
            in_variant(rest, fields, &found)
                .or_else(|_| flattened())
                .map_err(|_| stuck())
        }
        _ => Err(stuck()),
    }
}

/// The same where an object is a variant: its only member.
fn in_variant(rest: &str, fields: &Map<String, Value>, found: &str) -> Result<String, String> {
    let mut members = fields.iter();
    let (Some((variant, inner)), None) = (members.next(), members.next()) else {
        return Err(String::new());
    };
    let found = issue::field(found, variant);
    match (inner, index(rest)) {
        (Value::Array(_), _) | (Value::Object(_), None) => followed(rest, inner, found),
        (_, Some((0, after))) => followed(after, inner, found),
        _ => Err(String::new()),
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
    fn variants_are_a_step_and_flattened_structs_are_none() {
        let value = json!({
            "shapes": [{"Circle": 10}, {"Box": {"width": 1}}, {"Pair": [1, 2]}, {"kind": "t", "width": 1}],
            "score": 7,
            "size": 0,
            "of": {"n": 1},
        });
        for (path, expected) in [
            ("shapes[0][0]", "shapes[0].Circle"),
            ("shapes[1].width", "shapes[1].Box.width"),
            ("shapes[2][1]", "shapes[2].Pair[1]"),
            ("shapes[3][0].width", "shapes[3].width"),
            ("score[0]", "score"),
            ("page.size", "size"),
            ("page.inner.size", "size"),
            ("page.missing", "page.missing"),
            ("of[0].n", "of.n"),
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
