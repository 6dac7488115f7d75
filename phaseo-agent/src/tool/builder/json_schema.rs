//! The check of values against a schema that the user stated.

use std::sync::Arc;

use serde_json::Value;

use crate::schema::Issue;

type Checker = Arc<dyn Fn(&Value) -> Vec<Issue> + Send + Sync>;

/// What checks values against `schema`, or why it cannot be used. Without the feature nothing does.
#[cfg(not(feature = "json-schema"))]
pub(super) fn checker(_schema: &Value) -> Result<Option<Checker>, String> {
    Ok(None)
}

/// What checks values against `schema`, or why it cannot be used.
#[cfg(feature = "json-schema")]
pub(super) fn checker(schema: &Value) -> Result<Option<Checker>, String> {
    let validator = jsonschema::options()
        .offline()
        // A format that is stated is a rule.
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .build(schema)
        .map_err(|error| format!("{} (at `#{}`)", short(&error), error.instance_path()))?;
    Ok(Some(Arc::new(move |value| {
        let errors = validator.iter_errors(value);
        let issues = errors.flat_map(|error| checked::issues(&error, value));
        // One more than is told, so that it can be told that there are more.
        let issues: Vec<_> = issues.take(Issue::MOST + 1).collect();
        Issue::capped(issues)
    })))
}

/// The message, short: it may quote the value, which is the model's.
#[cfg(feature = "json-schema")]
fn short(message: impl std::fmt::Display) -> String {
    const LONGEST: usize = 200;
    let text = message.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(feature = "json-schema")]
mod checked {
    use jsonschema::ValidationError;
    use jsonschema::error::ValidationErrorKind as Kind;
    use serde_json::Value;

    use crate::schema::Issue;

    use super::short;

    /// An error in the words of our own checker where they name more paths.
    pub(super) fn issues(error: &ValidationError<'_>, value: &Value) -> Vec<Issue> {
        let path = path(error, value);
        match error.kind() {
            Kind::Required {
                property: Value::String(name),
            } => vec![Issue::new(joined(&path, name), "is missing")],
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => unexpected
                .iter()
                .map(|name| Issue::new(joined(&path, name), "is unknown"))
                .collect(),
            _ => vec![Issue::new(path, short(error.masked()))],
        }
    }

    /// Where the error is, as `a.b[0]`.
    fn path(error: &ValidationError<'_>, value: &Value) -> String {
        let mut path = String::new();
        let mut here = Some(value);
        for segment in error.instance_path().segments() {
            let name = segment.to_string();
            // A field may have a number for its name.
            if let Some(Value::Array(items)) = here {
                path = format!("{path}[{name}]");
                here = name.parse().ok().and_then(|index: usize| items.get(index));
            } else {
                path = joined(&path, &name);
                here = here.and_then(|value| value.get(&name));
            }
        }
        path
    }

    fn joined(path: &str, name: &str) -> String {
        match path {
            "" => short(name),
            path => format!("{path}.{}", short(name)),
        }
    }
}
