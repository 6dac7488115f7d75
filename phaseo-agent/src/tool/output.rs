//! What a tool gives back.

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::RawJson;

/// A type that a tool can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a tool",
    label = "not a tool output",
    note = "add `#[derive(serde::Serialize, schemars::JsonSchema)]` to `{Self}`"
)]
pub trait ToolOutput: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> ToolOutput for T {}

/// The output of one execution, as the JSON text that the log keeps and the model reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output(RawJson);

impl Output {
    /// Writes `value`.
    ///
    /// # Errors
    /// When `value` cannot be written as JSON.
    pub(crate) fn of<T: ToolOutput>(value: &T) -> Result<Self, serde_json::Error> {
        RawJson::of(value).map(Self)
    }

    /// A value that is written already.
    pub(crate) fn of_json(json: RawJson) -> Self {
        Self(json)
    }

    /// The JSON text, taken out.
    pub(crate) fn into_json(self) -> RawJson {
        self.0
    }
}
