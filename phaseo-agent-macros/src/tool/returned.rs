//! What a tool's function returns, as statements that find out about its types.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use crate::input::validator_of;
use crate::local::local;

use super::check::Tool;
use super::kind::Kind;
use super::streaming::Sends;

/// Names what the types are, each asked once.
///
/// Output for `-> Result<Ticket, DeskError>`, with paths cut short:
/// ```text
/// let returns = Returns::<Result<Ticket, DeskError>>::new();
/// let kind = (&returns).kind();
/// let output = outputs(kind, (&&&whole(kind)).validator());
/// ```
pub(super) fn types(tool: &Tool<'_>) -> TokenStream {
    let returned = &tool.returned;
    let span = returned.span();
    let support = tool.support.at(span);
    let (returns, kind, output) = (local("returns"), local("kind"), local("output"));
    let named = match (tool.kind, &tool.sends) {
        (Kind::Interactive, _) => {
            let handing = local("handing");
            quote_spanned! {span=>
                let #returns = #support::Returns::<#returned>::new();
                let #handing = #support::handing((&#returns).kind());
                let #kind = #handing.output();
            }
        }
        (Kind::Automatic, Some(Sends::Body | Sends::Updates(_))) => {
            let streaming = local("streaming");
            quote_spanned! {span=>
                let #streaming = #support::streaming::<#returned>();
                let #kind = #streaming.output;
            }
        }
        (Kind::Automatic | Kind::Manual, _) => quote_spanned! {span=>
            let #returns = #support::Returns::<#returned>::new();
            let #kind = (&#returns).kind();
        },
    };
    let progress = progress(tool);
    let validator = validator_of(&tool.support, span, &quote!(#kind));
    let outputs = quote_spanned!(span=> let #output = #support::outputs(#kind, #validator););
    quote!(#named #progress #outputs)
}

fn progress(tool: &Tool<'_>) -> Option<TokenStream> {
    let (sent, streaming, progress) = (local("sent"), local("streaming"), local("progress"));
    let (span, named) = match tool.sends.as_ref()? {
        Sends::Body | Sends::Updates(_) => (
            tool.returned.span(),
            quote_spanned!(tool.returned.span()=> #streaming.progress),
        ),
        Sends::Parameter(value) => {
            let support = tool.support.at(value.span());
            (
                value.span(),
                quote_spanned!(value.span()=> #support::sends::<#value>()),
            )
        }
    };
    let support = tool.support.at(span);
    let validator = validator_of(&tool.support, span, &quote!(#sent));
    Some(quote_spanned! {span=>
        let #sent = #named;
        let #progress = #support::outputs(#sent, #validator);
    })
}

/// What somebody outside supplies: the output, or what `on_response` makes it of.
///
/// Output for `on_response = refunded`, with paths cut short:
/// ```text
/// let responder = responder(kind, refunded);
/// let taken = responder.takes();
/// let supplied = responder.supplied((&&&whole(taken)).validator());
/// ```
pub(super) fn supplied(tool: &Tool<'_>) -> Option<TokenStream> {
    if tool.kind == Kind::Automatic {
        return None;
    }
    let (output, supplied) = (local("output"), local("supplied"));
    Some(match &tool.response {
        Some(response) => responder(tool, response),
        None => {
            let support = &tool.support;
            quote!(let #supplied = (&&#support::supplied(&#output)).checked();)
        }
    })
}

fn responder(tool: &Tool<'_>, response: &Path) -> TokenStream {
    let span = response.span();
    let support = tool.support.at(span);
    let (kind, responder) = (local("kind"), local("responder"));
    let (taken, supplied) = (local("taken"), local("supplied"));
    let validator = validator_of(&tool.support, span, &quote!(#taken));
    quote_spanned! {span=>
        let #responder = #support::responder(#kind, #response);
        let #taken = #responder.takes();
        let #supplied = #responder.supplied(#validator);
    }
}
