//! What a tool takes.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::schema::{Issue, Schema};

/// A type that can be the input of a tool or of an agent, or one parameter of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of a tool or an agent",
    label = "not an input",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to `{Self}`"
)]
pub trait ToolInput: DeserializeOwned + JsonSchema + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> ToolInput for T {}

/// Reads and validates arguments, or says everything that is wrong with them.
pub(super) fn read<I: ToolInput>(
    schema: &Schema,
    arguments: &str,
    validate: impl FnOnce(&I) -> Vec<Issue>,
) -> Result<I, Vec<Issue>> {
    let input: I = serde_json::from_str(arguments).map_err(|error| explain(schema, arguments, &error))?;
    match validate(&input) {
        issues if issues.is_empty() => Ok(input),
        mut issues => {
            // A field's own validator and its parent's can say the same.
            issues.sort();
            issues.dedup();
            Err(issues)
        }
    }
}

fn explain(schema: &Schema, arguments: &str, error: &serde_json::Error) -> Vec<Issue> {
    match serde_json::from_str::<Value>(arguments) {
        Ok(value) => schema.explain(&value, error),
        Err(_) => vec![Issue::new("", format!("the arguments are not JSON: {error}"))],
    }
}
