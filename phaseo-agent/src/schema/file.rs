//! A schema that is kept in a file, for people to review.

use std::path::Path;
use std::{fs, io};

use serde_json::Value;

use super::Schema;

/// The environment variable that has the files written in place of compared.
const WRITE: &str = "PHASEO_SCHEMAS";

/// Compares the schema with that of the file, or writes the file if `PHASEO_SCHEMAS=write` is set.
///
/// # Errors
/// What is to be done, in whole sentences.
pub(crate) fn check(schema: &Schema, path: &Path) -> Result<(), String> {
    let write = std::env::var_os(WRITE).is_some_and(|value| value == "write");
    if write {
        return write_to(path, schema)
            .map_err(|error| format!("`{}` cannot be written: {error}", path.display()));
    }
    compare(schema, path)
}

fn compare(schema: &Schema, path: &Path) -> Result<(), String> {
    let advice = format!("`{WRITE}=write cargo test` writes it");
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(format!("there is no file `{}`; {advice}", path.display()));
        }
        Err(error) => return Err(format!("`{}` cannot be read: {error}", path.display())),
    };
    let reviewed: Value = serde_json::from_str(&text)
        .map_err(|error| format!("`{}` is not JSON: {error}", path.display()))?;
    let mut differences = Vec::new();
    compare_values(&reviewed, schema.tree(), "", &mut differences);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the schema is another than that of `{}`:\n{}\nIf that is meant: {advice}.",
        path.display(),
        differences.join("\n")
    ))
}

fn write_to(path: &Path, schema: &Schema) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut text = serde_json::to_string_pretty(schema.tree())?;
    text.push('\n');
    fs::write(path, text)
}

/// Notes each place, as a JSON Pointer, where `function` has another value than `file`.
fn compare_values(file: &Value, function: &Value, at: &str, differences: &mut Vec<String>) {
    match (file, function) {
        (Value::Object(left), Value::Object(right)) => {
            for (key, value) in left {
                let at = format!("{at}/{}", escaped(key));
                match right.get(key) {
                    Some(other) => compare_values(value, other, &at, differences),
                    None => differences.push(format!("- {at}: {value}")),
                }
            }
            for (key, value) in right.iter().filter(|(key, _)| !left.contains_key(*key)) {
                differences.push(format!("+ {at}/{}: {value}", escaped(key)));
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                compare_values(left, right, &format!("{at}/{index}"), differences);
            }
        }
        (left, right) if left != right => {
            differences.push(format!("- {at}: {left}"));
            differences.push(format!("+ {at}: {right}"));
        }
        _ => {}
    }
}

/// A key as a JSON Pointer (RFC 6901) has it.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        Schema::from(json!({
            "type": "object",
            "properties": {"id": {"type": "string", "maxLength": 12}, "a/b": {"type": "integer"}},
            "required": ["id", "a/b"],
        }))
    }

    fn differences(file: &Value) -> Vec<String> {
        let mut differences = Vec::new();
        compare_values(file, schema().tree(), "", &mut differences);
        differences
    }

    #[test]
    fn each_place_that_drifted_is_named_with_both_values() {
        assert_eq!(differences(schema().tree()), Vec::<String>::new());
        let file = json!({
            "type": "object",
            "description": "Which ticket.",
            "properties": {"id": {"type": "string", "maxLength": 10}},
            "required": ["id"],
        });
        assert_eq!(
            differences(&file),
            [
                "- /description: \"Which ticket.\"",
                "- /properties/id/maxLength: 10",
                "+ /properties/id/maxLength: 12",
                "+ /properties/a~1b: {\"type\":\"integer\"}",
                "- /required: [\"id\"]",
                "+ /required: [\"id\",\"a/b\"]",
            ]
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_said_how_to_write_and_one_that_was_written_agrees() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("schemas/fetch.json");
        let missing = compare(&schema(), &path).unwrap_err();
        assert!(
            missing.contains("PHASEO_SCHEMAS=write cargo test"),
            "{missing}"
        );
        write_to(&path, &schema()).unwrap();
        assert_eq!(compare(&schema(), &path), Ok(()));
        assert!(fs::read_to_string(&path).unwrap().ends_with("}\n"));
        fs::write(&path, "{").unwrap();
        let unreadable = compare(&schema(), &path).unwrap_err();
        assert!(unreadable.contains("is not JSON"), "{unreadable}");
    }
}
