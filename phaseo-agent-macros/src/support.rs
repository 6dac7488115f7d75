//! What expansions call: `phaseo_agent::__private`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, LitStr, Path, PathArguments, parse_quote};

use crate::errors::Errors;
use crate::options::Options;
use crate::span::placed;

/// The path to `phaseo_agent`: `::phaseo_agent` unless `crate = ..` names another.
///
/// As tokens it is the name that [`import`](Self::import) gives to what expansions call.
#[derive(Clone)]
pub(crate) struct Support(Path);

impl Support {
    /// What the option `crate` says.
    pub(crate) fn of(options: &Options, errors: &Errors) -> Self {
        let Some(value) = options.value("crate", errors) else {
            return Self::default();
        };
        Self::named(value).unwrap_or_else(|| {
            errors.at(
                value,
                "`crate` takes a path; write `crate = ::phaseo_agent`",
            );
            Self::default()
        })
    }

    /// The same where mistakes have been reported.
    pub(crate) fn written(options: &Options) -> Self {
        let value = options.given("crate");
        value.and_then(Self::named).unwrap_or_default()
    }

    fn named(value: &Expr) -> Option<Self> {
        match value {
            Expr::Path(path) if path.qself.is_none() && is_plain(&path.path) => {
                Some(Self(path.path.clone()))
            }
            _ => None,
        }
    }

    /// A scope whose items call it by its short name, and ask what it can tell of types. No name is
    /// taken from the user's code but the short one.
    pub(crate) fn scope(&self, items: &TokenStream) -> TokenStream {
        let path = self.path();
        quote! {
            #[allow(unused_imports, unused_qualifications)]
            const _: () = {
                use #path::{self as #self, asks::*};
                #items
            };
        }
    }

    /// The whole path, for what stands beside the user's code.
    pub(crate) fn path(&self) -> TokenStream {
        let path = &self.0;
        quote!(#path::__private)
    }

    /// The short name as if it stood at `span`: what rustc says of it stands there, and is said once
    /// however often it is used there.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        placed(self.to_token_stream(), span)
    }

    /// The whole path to `name` in it, in quotes, as derives take it.
    pub(crate) fn quoted(&self, name: TokenStream) -> LitStr {
        let path = self.path();
        LitStr::new(
            &quote!(#path::#name).to_string().replace(' ', ""),
            Span::call_site(),
        )
    }
}

impl Default for Support {
    fn default() -> Self {
        Self(parse_quote!(::phaseo_agent))
    }
}

impl ToTokens for Support {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        Ident::new("__phaseo", Span::call_site()).to_tokens(tokens);
    }
}

fn is_plain(path: &Path) -> bool {
    path.segments
        .iter()
        .all(|segment| matches!(segment.arguments, PathArguments::None))
}
