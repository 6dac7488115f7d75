//! What somebody outside supplies for a tool's calls.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use crate::local::local;

use super::check::Tool;
use super::returned::{output, writer};

/// What somebody outside supplies: the output, or what `on_response` makes it of.
///
/// Output for `#[tool(manual)] async fn look_up(id: String) -> Ticket;`, with paths cut short:
/// ```text
/// fn supplied_issues(supplied: &RawJson) -> Vec<Issue> {
///     (&&(&Returns::<Ticket>::new()).kind()).issues(supplied)
/// }
/// fn problems() -> Vec<String> {
///     (&&(&Returns::<Ticket>::new()).kind()).unchecked("look_up", &writer(..).schema())
/// }
/// ```
pub(super) fn supplied(tool: &Tool<'_>) -> TokenStream {
    let Tool { support, name, .. } = tool;
    let supplied = local("supplied");
    let (taken, schema) = match &tool.response {
        None => {
            let writer = writer(tool);
            (output(tool), quote!(#writer.schema()))
        }
        Some(response) => {
            let responder = responder(tool, response);
            (quote!(#responder.takes()), quote!(#responder.schema()))
        }
    };
    let checks = quote! {
        fn supplied_issues(#supplied: &#support::RawJson) -> #support::Issues {
            (&&#taken).issues(#supplied)
        }
        fn problems() -> #support::Problems {
            (&&#taken).unchecked(#name, &#schema)
        }
    };
    let respond = tool
        .response
        .as_ref()
        .map(|response| respond(tool, response));
    quote!(#checks #respond)
}

fn respond(tool: &Tool<'_>, response: &Path) -> TokenStream {
    let support = &tool.support;
    let (supplied, context) = (local("supplied"), local("context"));
    let (value, issues) = (local("value"), local("issues"));
    let responder = responder(tool, response);
    let writer = writer(tool);
    quote! {
        const RESPONDS: ::core::primitive::bool = true;
        fn supplied_schema() -> ::core::option::Option<#support::Schema> {
            ::core::option::Option::Some(#responder.schema())
        }
        async fn respond(&self, #supplied: #support::RawJson, #context: #support::ToolContext)
            -> ::core::result::Result<#support::Output, #support::ToolError>
        {
            let #value = #responder.respond(#supplied, #context).await?;
            let #issues = (&&&#support::Validate(&#value)).issues("");
            #writer.write(&#value, &#issues)
        }
    }
}

/// The function of `on_response`. All uses are alike to the last span, so that rustc reports one that
/// will not do once.
fn responder(tool: &Tool<'_>, response: &Path) -> TokenStream {
    let support = tool.support.at(response.span());
    let output = output(tool);
    quote_spanned!(response.span()=> #support::responder(#output, #response))
}
