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
mod crate_path;
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
mod tool;

use proc_macro::TokenStream;
use quote::quote;

use errors::Errors;

#[expect(missing_docs, reason = "documented at its re-export in phaseo-agent")]
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let Some(written) = tool::syntax::parse(attribute.into(), item.clone().into(), &errors) else {
        return with_item(errors, item);
    };
    let expansion = match tool::check::check(&written, &errors) {
        Some(tool) => tool::emit::emit(&tool),
        None => fallback::tool(&written.function),
    };
    let errors = errors.report();
    quote!(#expansion #errors).into()
}

#[expect(missing_docs, reason = "documented at its re-export in phaseo-agent")]
#[proc_macro_attribute]
pub fn agent(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    if agent::block::syntax::is_block(&item.clone().into()) {
        return agent_block(attribute, item, errors);
    }
    let Some(written) = agent::syntax::parse(attribute.into(), item.clone().into(), &errors) else {
        return with_item(errors, item);
    };
    let expansion = match agent::check::check(&written, &errors) {
        Some(agent) => agent::emit::emit(&agent),
        None => fallback::agent(&written.function),
    };
    let errors = errors.report();
    quote!(#expansion #errors).into()
}

fn agent_block(attribute: TokenStream, item: TokenStream, errors: Errors) -> TokenStream {
    use agent::block::{check, emit, syntax};

    let Some(block) = syntax::parse(attribute.into(), item.clone().into(), &errors) else {
        return with_item(errors, item);
    };
    let expansion = match check::check(&block, &errors) {
        Some(agent) => emit::emit(&agent),
        None => emit::fallback(&block),
    };
    let errors = errors.report();
    quote!(#expansion #errors).into()
}

/// Gives `#[garde]` a meaning on an input struct where garde's own derive is missing, so that rustc
/// says once that it is missing, and not also of each attribute that it does not know it.
#[doc(hidden)]
#[proc_macro_derive(Ruled, attributes(garde))]
pub fn ruled(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// An item that is not a function is left as it is.
fn with_item(errors: Errors, mut item: TokenStream) -> TokenStream {
    item.extend(TokenStream::from(errors.report()));
    item
}
