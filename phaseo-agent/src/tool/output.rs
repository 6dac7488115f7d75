//! What a tool gives back.

use schemars::JsonSchema;
use serde::Serialize;

/// A type that a tool can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a tool",
    label = "not a tool output",
    note = "add `#[derive(serde::Serialize, schemars::JsonSchema)]` to `{Self}`, or to your type that is in it"
)]
pub trait ToolOutput: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> ToolOutput for T {}
