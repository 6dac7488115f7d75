//! What a tool's function returns, as expressions that find out about its type.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::check::Tool;
use super::kind::Kind;
use super::streaming::{Sends, streaming};

/// The type of the output, as a value. All uses are alike to the last span.
pub(super) fn output(tool: &Tool<'_>) -> TokenStream {
    match tool.kind {
        Kind::Interactive => {
            let handing = handing(tool);
            quote_spanned!(tool.returned.span()=> #handing.output())
        }
        Kind::Automatic | Kind::Manual => match &tool.sends {
            Some(Sends::Body | Sends::Updates(_)) => {
                let streaming = streaming(tool);
                quote_spanned!(tool.returned.span()=> #streaming.output())
            }
            Some(Sends::Parameter(_)) | None => returned(tool),
        },
    }
}

/// What an interactive tool does with what its function returns.
pub(super) fn handing(tool: &Tool<'_>) -> TokenStream {
    let support = tool.support.at(tool.returned.span());
    let returned = returned(tool);
    quote_spanned!(tool.returned.span()=> #support::handing(#returned))
}

/// The type that the function returns on success, as a value.
pub(super) fn returned(tool: &Tool<'_>) -> TokenStream {
    let returned = &tool.returned;
    let support = tool.support.at(returned.span());
    quote_spanned!(returned.span()=> (&#support::Returns::<#returned>::new()).kind())
}

/// What writes the output. All uses are alike to the last span, so that rustc reports an output
/// type that will not do once.
pub(super) fn writer(tool: &Tool<'_>) -> TokenStream {
    let support = tool.support.at(tool.returned.span());
    let output = output(tool);
    quote_spanned!(tool.returned.span()=> #support::writer(#output))
}
