//! What is left of an expansion whose function cannot be a tool or an agent: the function, and a
//! type of its name, so that the mistake is not reported again wherever the name is used.

use proc_macro2::TokenStream;
use quote::quote;
use syn::FnArg;

use crate::function::Function;
use crate::support::Support;

/// A tool that cannot be called.
pub(crate) fn tool(function: &Function, support: &Support) -> TokenStream {
    let (name, path) = (function.name(), support.path());
    let Some(item) = item(function) else {
        return function.kept_by_fallback();
    };
    quote! {
        #item
        #[automatically_derived]
        impl #path::TypedTool for #name {
            // No other tool has this name.
            const NAME: &'static ::core::primitive::str = ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#name));
            const DESCRIPTION: &'static ::core::primitive::str = "";
            type Input = ();
            fn tool(self) -> #path::Tool {
                #path::broken()
            }
        }
    }
}

/// An agent that cannot be built.
pub(crate) fn agent(function: &Function, support: &Support) -> TokenStream {
    let (name, path) = (function.name(), support.path());
    let visibility = &function.visibility;
    let Some(item) = item(function) else {
        return function.kept_by_fallback();
    };
    quote! {
        #item
        #[automatically_derived]
        impl #name {
            #[allow(missing_docs)]
            #visibility fn agent() -> #path::AgentBuilder<#path::BrokenInput, ::std::string::String> {
                #path::broken()
            }
        }
    }
}

/// The function and the type of its name. A method has no type beside it: none can stand in an `impl`.
fn item(function: &Function) -> Option<TokenStream> {
    if function
        .signature
        .inputs
        .iter()
        .any(|parameter| matches!(parameter, FnArg::Receiver(_)))
    {
        return None;
    }
    let kept = function.kept_by_fallback();
    let name = function.name();
    let visibility = &function.visibility;
    let cfgs = function.cfgs();
    Some(quote! {
        #kept
        #(#cfgs)*
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #[allow(non_camel_case_types, missing_docs)]
        #visibility struct #name {}
    })
}
