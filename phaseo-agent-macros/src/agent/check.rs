//! `#[agent]` as meant.

use crate::errors::Errors;

use super::prompt::{self, Prompt};
use super::settings::{self, Settings};
use super::syntax::Written;

/// A checked agent.
pub(crate) struct Agent<'a> {
    pub(super) id: String,
    pub(super) settings: Settings,
    pub(super) prompt: Prompt<'a>,
}

const ROLE: &str = "an agent";

/// Checks everything. Without a sound function there is no agent.
pub(crate) fn check<'a>(written: &'a Written, errors: &Errors) -> Option<Agent<'a>> {
    let Written { options, function } = written;
    let settings = settings::check(options, &function.attributes, errors);

    let prompt = prompt::check(function, ROLE, errors)?;
    let id = settings.id.clone();
    Some(Agent {
        id: id.unwrap_or_else(|| function.plain_name()),
        settings,
        prompt,
    })
}
