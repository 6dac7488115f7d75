//! `#[agent]` as meant.

use syn::{FnArg, Type};

use crate::errors::Errors;
use crate::function::{self, Function};
use crate::input::{Collector, Input, Taken};
use crate::param;
use crate::tool::is_extractor;

use super::settings::{self, Settings};
use super::syntax::Written;

/// A checked agent.
pub(crate) struct Agent<'a> {
    pub(super) function: &'a Function,
    pub(super) id: String,
    pub(super) settings: Settings,
    pub(super) input: Input,
    /// What the function is called with, in order.
    pub(super) arguments: Vec<Taken>,
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
    let (input, arguments) = params(function, errors)?;
    (errors.count() == before).then_some(Agent {
        function,
        id: settings.id.clone().unwrap_or_else(|| function.plain_name()),
        settings,
        input,
        arguments,
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

fn params(function: &Function, errors: &Errors) -> Option<(Input, Vec<Taken>)> {
    let before = errors.count();
    let mut arguments = Vec::new();
    let mut input = Collector::new(ROLE);
    for parameter in &function.signature.inputs {
        match parameter {
            FnArg::Receiver(receiver) => {
                errors.at(
                    receiver,
                    "an agent is a free function in this version; move it out of the `impl`",
                );
            }
            FnArg::Typed(parameter) if is_extractor(&parameter.ty) => {
                let ty = param::spelled(&parameter.ty);
                let message =
                    format!("`{ty}` is for tools; the parameters of an agent are its input");
                errors.at(&parameter.ty, message);
            }
            FnArg::Typed(parameter) => {
                param::check_attributes(parameter, false, errors);
                arguments.extend(input.take(parameter, errors));
            }
        }
    }
    let input = input.finish(function, errors)?;
    (errors.count() == before).then_some((input, arguments))
}
