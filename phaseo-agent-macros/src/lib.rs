//! The `#[tool]` and `#[agent]` attributes of `phaseo-agent`.
//!
//! Their documentation stands where they are re-exported, in `phaseo_agent`: only there can its
//! examples run.
//!
//! Each attribute is one pipeline with two vocabularies. What was written is parsed into
//! `syntax::*`; `check` turns that into what is meant, and keeps a record of every mistake; `emit`
//! takes only what was checked. An expansion never decides anything: it calls
//! `phaseo_agent::__private`, and the runtime decides.

mod agent;
mod callable;
mod choice;
mod docs;
mod duration;
mod errors;
mod fallback;
mod field_attributes;
mod function;
mod input;
mod local;
mod options;
mod owner;
mod param;
mod span;
mod suggest;
mod support;
mod tool;
mod types;

#[cfg(test)]
mod expanded;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use errors::Errors;
use support::Support;

#[expect(missing_docs, reason = "documented at its re-export in phaseo-agent")]
#[proc_macro_attribute]
pub fn tool(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expanded_tool(attribute.into(), item.into()).into()
}

#[expect(missing_docs, reason = "documented at its re-export in phaseo-agent")]
#[proc_macro_attribute]
pub fn agent(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    let (attribute, item) = (attribute.into(), item.into());
    let expanded = match agent::block::syntax::is_block(&item) {
        true => expanded_block(attribute, item),
        false => expanded_agent(attribute, item),
    };
    expanded.into()
}

#[expect(missing_docs, reason = "documented at its re-export in phaseo-agent")]
#[proc_macro_attribute]
pub fn prompt(
    _: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    let errors = Errors::new();
    let message = "`#[prompt]` marks a method in an `impl` block under `#[agent]`; put `#[agent(..)]` on the block";
    errors.add(syn::Error::new(Span::call_site(), message));
    with_errors(item.into(), errors).into()
}

fn expanded_tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    use tool::{check, emit, syntax};

    let errors = Errors::new();
    let expansion = match syntax::parse(attribute, item.clone(), &errors) {
        None => item,
        Some(written) => match check::check(&written, None, &errors) {
            None => fallback::tool(&written.function, &Support::written(&written.options)),
            Some(tool) => emit::emit(&tool),
        },
    };
    with_errors(expansion, errors)
}

fn expanded_agent(attribute: TokenStream, item: TokenStream) -> TokenStream {
    use agent::{check, emit, syntax};

    let errors = Errors::new();
    let expansion = match syntax::parse(attribute, item.clone(), &errors) {
        None => item,
        Some(written) => match check::check(&written, &errors) {
            None => fallback::agent(&written.function, &Support::written(&written.options)),
            Some(agent) => emit::emit(&agent),
        },
    };
    with_errors(expansion, errors)
}

fn expanded_block(attribute: TokenStream, item: TokenStream) -> TokenStream {
    use agent::block::{check, emit, syntax};

    let errors = Errors::new();
    let expansion = match syntax::parse(attribute, item.clone(), &errors) {
        None => item,
        Some(block) => match check::check(&block, &errors) {
            None => emit::fallback(&block),
            Some(agent) => emit::emit(&agent),
        },
    };
    with_errors(expansion, errors)
}

/// An expansion with the mistakes after it, so that nothing that stands in it is missed elsewhere.
fn with_errors(expansion: TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.report();
    quote!(#expansion #errors)
}

/// Gives `#[garde]` a meaning on an input struct where garde's own derive is missing, so that rustc
/// says once that it is missing, and not also of each attribute that it does not know it.
#[doc(hidden)]
#[proc_macro_derive(Ruled, attributes(garde))]
pub fn ruled(_: proc_macro::TokenStream) -> proc_macro::TokenStream {
    proc_macro::TokenStream::new()
}
