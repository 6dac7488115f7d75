//! Of what type the app's own context of a run is.

use std::any::type_name;

use serde::de::DeserializeOwned;

use crate::json::RawJson;
use crate::runner::caught;

/// A type that the app's own context of a run can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the context of a run",
    label = "cannot be read from JSON",
    note = "add `#[derive(serde::Serialize, serde::Deserialize)]` to `{Self}`"
)]
pub trait AppContext: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<C: DeserializeOwned> AppContext for C {}

/// Of what type the app's own context of an agent's runs is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContextRule {
    /// The type's name.
    name: &'static str,
    read: fn(&RawJson) -> Result<(), serde_json::Error>,
}

impl ContextRule {
    pub(super) fn of<C: AppContext>() -> Self {
        Self {
            name: type_name::<C>(),
            read: |context| context.read::<C>().map(drop),
        }
    }

    /// What is wrong with a context, or with none. Reading it is the app's code, which may panic.
    pub(super) fn problem(&self, context: Option<&RawJson>) -> Option<String> {
        let name = self.name;
        let null = RawJson::null();
        let read = caught(|| (self.read)(context.unwrap_or(&null)));
        let error = match read {
            Ok(read) => read.err()?.to_string(),
            Err(panic) => format!("reading it panicked: {panic}"),
        };
        Some(match context {
            Some(_) => format!("its context is not of type `{name}`: {error}"),
            None => format!(
                "it has no context, and the agent needs one of type `{name}`: supply it with `.context(..)`"
            ),
        })
    }
}
