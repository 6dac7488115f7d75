//! The option `streaming`, and tools that send progress values.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type, TypeImplTrait, TypeParamBound};

use crate::errors::Errors;
use crate::function::Function;
use crate::input;
use crate::local::local;
use crate::options::Options;
use crate::span::placed;
use crate::types;

use super::check::Tool;
use super::kind::Kind;
use super::params::{Argument, Params};

/// How a tool sends progress values.
pub(super) enum Sends {
    /// By `emit!(..)` in its body. It returns a `ToolStream<P, T>`.
    Body,
    /// It returns a stream that was written by hand, whose items have this type.
    Updates(Type),
    /// By a parameter `Progress<P>` with this `P`.
    Parameter(Type),
}

/// Whether the function gives a stream that was written by hand; it need not be `async` then.
pub(super) fn is_by_hand(options: &Options, kind: Kind, function: &Function) -> bool {
    is_stated(options, kind) && matches!(function.return_type(), Some(Type::ImplTrait(_)))
}

/// Whether `streaming` is there and not in conflict with who executes the tool.
fn is_stated(options: &Options, kind: Kind) -> bool {
    options.has("streaming") && kind == Kind::Automatic
}

/// How the function sends progress values, if it does.
pub(super) fn check(
    options: &Options,
    kind: Kind,
    function: &Function,
    params: &Params,
    errors: &Errors,
) -> Option<Sends> {
    options.flag("streaming", errors);
    let parameter = parameter(params, errors).map(Sends::Parameter);
    let returned = function.return_type();
    let returns_stream = returned.is_some_and(is_tool_stream);
    let outlives = returns_stream || is_by_hand(options, kind, function);
    if outlives && function.owner.is_some() {
        let message =
            "a stream outlives `&self`; take `progress: Progress<P>`, and return the output";
        errors.at(returned, message);
        return parameter;
    }
    if !is_stated(options, kind) {
        if returns_stream && kind == Kind::Manual {
            let message = "somebody outside supplies the output of a manual tool; write its type in place of `ToolStream`";
            errors.at(returned, message);
        } else if returns_stream {
            let message = "a tool that returns `ToolStream` streams; write `#[tool(streaming)]`";
            options.misses(returned, message, errors);
        }
        return parameter;
    }
    if returns_stream && parameter.is_some() {
        let message =
            "a tool that returns `ToolStream` sends by `emit!(..)`; remove this parameter";
        let progress = params.arguments.iter().find_map(|argument| match argument {
            Argument::Extracted(ty) if is_progress(ty) => Some(ty),
            _ => None,
        });
        errors.at(progress, message);
    }
    if let Some(Type::ImplTrait(opaque)) = returned {
        return updates(opaque, errors).map(Sends::Updates);
    }
    if parameter.is_some() && !returns_stream {
        return parameter;
    }
    let name = function.plain_name();
    match returned {
        Some(returned) if is_no_stream(returned) => {
            let ty = types::spelled(returned);
            let message = format!(
                "a streaming tool returns `ToolStream<P, T>`, where `P` is the type of `emit!(..)` and `T` of the output; \
                 write that in place of `{ty}`"
            );
            errors.at(returned, message);
        }
        None => {
            let message = format!(
                "`{name}` returns nothing; a streaming tool returns `ToolStream<P, T>`, where `P` is the type of `emit!(..)` and `T` of the output"
            );
            errors.at(function.name(), message);
        }
        Some(_) => {}
    }
    Some(Sends::Body)
}

/// The `P` of a parameter `Progress<P>`.
fn parameter(params: &Params, errors: &Errors) -> Option<Type> {
    let mut values = params
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Extracted(ty) => progress_value(ty),
            Argument::Taken(_) => None,
        });
    let first = values.next().cloned();
    for second in values {
        let message = "a second `Progress`; a tool sends one type of progress values, such as an enum of both";
        errors.at(second, message);
    }
    first
}

/// Goes by the name of the type, as all extractors do.
pub(super) fn is_progress(ty: &Type) -> bool {
    progress_value(ty).is_some()
}

/// The `P` of `Progress<P>`.
fn progress_value(ty: &Type) -> Option<&Type> {
    let segment = types::last_segment(ty)?;
    input::argument(segment).filter(|_| segment.ident == "Progress")
}

fn is_tool_stream(returned: &Type) -> bool {
    types::last_segment(returned).is_some_and(|segment| segment.ident == "ToolStream")
}

/// Whether a type is no stream, as far as its name tells.
fn is_no_stream(returned: &Type) -> bool {
    let named = |segment: &syn::PathSegment| {
        ["Result", "Interactive", "Option", "Vec"]
            .iter()
            .any(|name| segment.ident == name)
    };
    types::is_plain(returned) || types::last_segment(returned).is_some_and(named)
}

/// The `Item` of `impl Stream<Item = Item>`.
fn updates(opaque: &TypeImplTrait, errors: &Errors) -> Option<Type> {
    let item = opaque.bounds.iter().find_map(item);
    if item.is_none() {
        let message = "a streaming tool that is written as a stream says what its items are; write \
                       `impl Stream<Item = Result<Update<P, T>, ToolError>>`";
        errors.at(opaque, message);
    }
    item
}

fn item(bound: &TypeParamBound) -> Option<Type> {
    let TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &bound.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(item) if item.ident == "Item" => Some(item.ty.clone()),
        _ => None,
    })
}

/// The body of a streaming tool as a stream.
///
/// Input:
/// ```text
/// { emit!(Phase::Scan); Ok(scan(&path).await?) }
/// ```
/// Output, with paths cut short:
/// ```text
/// {
///     stream::<ToolStream<Phase, Indexed>, _, _>(move |emitter| async move {
///         let emitter = &emitter;
///         macro_rules! emit { ($value:expr $(,)?) => { emitter.emit($value).await }; }
///         emit!(Phase::Scan);
///         Ok(scan(&path).await?)
///     })
/// }
/// ```
pub(super) fn body(tool: &Tool<'_>, body: &TokenStream) -> TokenStream {
    let returned = &tool.returned;
    let emitter = local("emitter");
    let emit = Ident::new("emit", Span::call_site());
    let path = placed(tool.support.path(), returned.span());
    let name = tool.function.name();
    let body = statements(body);
    // rustc reports a future that is not `Send` at the function's name.
    let work = quote_spanned! {name.span()=>
        move |#emitter| async move {
            let #emitter = &#emitter;
            let _ = #emitter;
            #[allow(unused_macros)]
            macro_rules! #emit {
                ($value:expr $(,)?) => { #emitter.emit($value).await };
            }
            #body
        }
    };
    quote_spanned!(returned.span()=> { #path::stream::<#returned, _, _>(#work) })
}

/// What stands in the braces of a body: braces in braces are a warning.
fn statements(body: &TokenStream) -> TokenStream {
    let mut tokens = body.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(block)), None) => block.stream(),
        _ => body.clone(),
    }
}
