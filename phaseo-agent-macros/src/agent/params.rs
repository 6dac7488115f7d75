//! The parameters of an agent's function: what its input is, and what the runtime supplies.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{FnArg, Type};

use crate::errors::Errors;
use crate::function::Function;
use crate::input::{Collector, Input, Taken};
use crate::local::local;
use crate::param;
use crate::support::Support;
use crate::tool::{check_extractor, is_extractor};
use crate::types;

/// The checked parameters.
pub(super) struct Params {
    pub(super) input: Input,
    /// What the function is called with, in order.
    arguments: Vec<Argument>,
}

/// What one parameter is given.
enum Argument {
    /// Something of the input.
    Taken(Taken),
    /// What `Extract` takes out of the `PromptContext`.
    Extracted(Box<Type>),
}

/// What a call of the function needs before it, and what it is called with.
pub(super) struct Call {
    pub(super) before: TokenStream,
    pub(super) arguments: Vec<TokenStream>,
}

/// Sorts the parameters. `None` if something is wrong with one.
pub(super) fn check(function: &Function, role: &'static str, errors: &Errors) -> Option<Params> {
    let before = errors.count();
    let mut arguments = Vec::new();
    let mut input = Collector::new(role);
    let free = "an agent that takes `self` is an `impl` block; put `#[agent(..)]` on the block and `#[prompt]` here";
    function.check_receiver(role, free, errors);
    for parameter in &function.signature.inputs {
        match parameter {
            FnArg::Receiver(_) => {}
            FnArg::Typed(parameter) => {
                let ty = &parameter.ty;
                let marked = param::check_attributes(parameter, true, errors);
                if is_for_tools(ty) {
                    let message = format!(
                        "`{}` is for tools; an agent takes `State<..>`, `RunContext<..>`, `PromptContext` and its input",
                        types::spelled(ty)
                    );
                    errors.at(ty, message);
                } else if marked || is_extractor(ty) || is_named(ty, "PromptContext") {
                    param::check_no_field_attributes(parameter, errors);
                    if !marked {
                        check_extractor(ty, errors);
                    }
                    arguments.push(Argument::Extracted(ty.clone()));
                } else {
                    arguments.extend(input.take(parameter, errors).map(Argument::Taken));
                }
            }
        }
    }
    let input = input.finish(function, errors)?;
    (errors.count() == before).then_some(Params { input, arguments })
}

/// Extractors that look at one execution of a tool.
fn is_for_tools(ty: &Type) -> bool {
    is_named(ty, "ToolContext") || is_named(ty, "Progress")
}

fn is_named(ty: &Type, name: &str) -> bool {
    types::last_segment(ty).is_some_and(|segment| segment.ident == name)
}

impl Params {
    /// The states that the parameters need, as an expression.
    pub(super) fn needs(&self, support: &Support) -> TokenStream {
        let needs = self.arguments.iter().filter_map(|argument| match argument {
            Argument::Extracted(ty) => {
                let extract = extract(ty, support);
                Some(quote_spanned!(ty.span()=> #extract::need()))
            }
            Argument::Taken(_) => None,
        });
        quote!(#support::needs([#(#needs),*]))
    }

    /// The call of the function with what it takes of `input` and `context`.
    pub(super) fn call(&self, support: &Support, input: &Ident, context: &Ident) -> Call {
        let mut before = TokenStream::new();
        let arguments = self.arguments.iter().enumerate();
        let arguments = arguments.map(|(index, argument)| match argument {
            Argument::Taken(Taken::Field(field)) => quote!(#input.#field),
            Argument::Taken(Taken::Whole) => quote!(#support::Args(#input)),
            Argument::Extracted(ty) => {
                let argument = local(&format!("extracted_{index}"));
                let extract = extract(ty, support);
                before.extend(
                    quote_spanned!(ty.span()=> let #argument = #extract::extract(&#context)?;),
                );
                quote!(#argument)
            }
        });
        let arguments = arguments.collect();
        Call { before, arguments }
    }
}

fn extract(ty: &Type, support: &Support) -> TokenStream {
    let support = support.at(ty.span());
    quote_spanned!(ty.span()=> <#ty as #support::Extract<#support::PromptContext>>)
}
