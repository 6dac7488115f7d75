//! The parameters of a tool: what its input is, and what the runtime supplies.

use syn::{FnArg, Type};

use crate::errors::Errors;
use crate::function::Function;
use crate::input::{Collector, Input, Taken};
use crate::param;
use crate::types;

/// The checked parameters.
pub(super) struct Params {
    pub(super) input: Input,
    /// What the function is called with, in order.
    pub(super) arguments: Vec<Argument>,
}

/// What one parameter is given.
pub(super) enum Argument {
    /// Something of the input.
    Taken(Taken),
    /// What `Extract` takes out of the context.
    Extracted(Box<Type>),
}

/// Sorts the parameters. `None` if something is wrong with one.
pub(super) fn check(function: &Function, errors: &Errors) -> Option<Params> {
    let before = errors.count();
    let mut arguments = Vec::new();
    let mut input = Collector::new("a tool");
    let free = "a tool takes `self` only in an `impl` block under `#[agent]`; put `#[agent(..)]` on the block, or take what \
                is needed of `self` as `State<..>`";
    function.check_receiver("a tool", free, errors);
    for parameter in &function.signature.inputs {
        match parameter {
            FnArg::Receiver(_) => {}
            FnArg::Typed(parameter) => {
                let marked = param::check_attributes(parameter, true, errors);
                if marked || is_extractor(&parameter.ty) {
                    param::check_no_field_attributes(parameter, errors);
                    if !marked {
                        check_extractor(&parameter.ty, errors);
                    }
                    arguments.push(Argument::Extracted(parameter.ty.clone()));
                } else {
                    arguments.extend(input.take(parameter, errors).map(Argument::Taken));
                }
            }
        }
    }
    let input = input.finish(function, errors)?;
    (errors.count() == before).then_some(Params { input, arguments })
}

impl Params {
    /// Notes what nobody would give to a tool that the runtime does not execute.
    pub(super) fn check_manual(&self, errors: &Errors) {
        for argument in &self.arguments {
            if let Argument::Extracted(ty) = argument {
                let message = format!(
                    "nobody takes the `{}` of a manual tool: the runtime does not execute it; remove the parameter",
                    types::spelled(ty)
                );
                errors.at(ty, message);
            }
        }
    }
}

/// Goes by the name of the type: a macro sees no more of it. If a type of the user's has the name
/// of an extractor, rustc says so with the text of `Extract`.
pub(crate) fn is_extractor(ty: &Type) -> bool {
    const NAMES: [&str; 4] = ["State", "ToolContext", "RunContext", "Progress"];
    types::last_segment(ty).is_some_and(|segment| NAMES.iter().any(|name| segment.ident == name))
}

/// Notes an extractor that lacks the type of what it gives. rustc would say so once for each time that
/// an expansion names it.
pub(crate) fn check_extractor(ty: &Type, errors: &Errors) {
    let Some(example) = types::without_type(ty) else {
        return;
    };
    let name = types::spelled(ty);
    let message = format!(
        "`{name}` takes the type of what it gives, as in `{example}`; rename your own type that is called `{name}`, or mark \
         the parameter `#[extract]`"
    );
    errors.at(ty, message);
}
