//! Where rustc points.

use proc_macro2::{Span, TokenStream, TokenTree};

/// Tokens as if they stood at `span`: what rustc says of them stands there.
pub(crate) fn placed(tokens: TokenStream, span: Span) -> TokenStream {
    let placed = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(placed).collect()
}
