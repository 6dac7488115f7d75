//! What a tool takes.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A type that can be the input of a tool or of an agent, or one parameter of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of a tool or an agent",
    label = "not an input",
    note = "add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to `{Self}`, or to your type that is in it"
)]
pub trait ToolInput: DeserializeOwned + JsonSchema + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> ToolInput for T {}
