//! `#[agent]` as meant.

use syn::Type;

use crate::errors::Errors;
use crate::function::{self, Function};
use crate::param;

use super::params::{self, Params};
use super::settings::{self, Settings};
use super::syntax::Written;

/// A checked agent.
pub(crate) struct Agent<'a> {
    pub(super) function: &'a Function,
    pub(super) id: String,
    pub(super) settings: Settings,
    pub(super) params: Params,
    pub(super) returned: &'a Type,
}

const ROLE: &str = "an agent";

/// Checks everything. Without a sound function there is no agent.
pub(crate) fn check<'a>(written: &'a Written, errors: &Errors) -> Option<Agent<'a>> {
    let Written { options, function } = written;
    let settings = settings::check(options, &function.attributes, errors);

    let before = errors.count();
    function.check_async(ROLE, errors);
    function.check(ROLE, errors);
    function.check_body(errors);
    let returned = returned(function, errors);
    let params = params::check(function, ROLE, errors)?;
    (errors.count() == before).then_some(Agent {
        function,
        id: settings.id.clone().unwrap_or_else(|| function.plain_name()),
        settings,
        params,
        returned: returned?,
    })
}

fn returned<'a>(function: &'a Function, errors: &Errors) -> Option<&'a Type> {
    let Some(returned) = function.return_type() else {
        let name = function.plain_name();
        errors.at(function.name(), format!("`{name}` returns nothing; an agent returns `Prompt<T>`, where `T` is the type of its answer"));
        return None;
    };
    function::check_return(returned, ROLE, errors);
    if param::is_plain(returned) {
        let ty = param::spelled(returned);
        errors.at(returned, format!("an agent returns the prompt for its answer; write `Prompt<{ty}>` in place of `{ty}`"));
    }
    Some(returned)
}
