//! Where `phaseo_agent` is found from the user's crate.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, LitStr, Path, PathArguments, parse_quote};

use crate::errors::Errors;
use crate::options::Options;
use crate::span::placed;

/// The path to `phaseo_agent`: `::phaseo_agent` unless `crate = ..` names another.
pub(crate) struct CratePath(Path);

impl CratePath {
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

    /// The path as if it stood at `span`: what rustc says of it stands there, and is said once
    /// however often it is used there.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        placed(self.to_token_stream(), span)
    }

    /// The path to what is below `phaseo_agent::__private`, in quotes, as derives take it.
    pub(crate) fn private(&self, name: TokenStream) -> LitStr {
        LitStr::new(
            &quote!(#self::__private::#name).to_string().replace(' ', ""),
            Span::call_site(),
        )
    }
}

impl Default for CratePath {
    fn default() -> Self {
        Self(parse_quote!(::phaseo_agent))
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

fn is_plain(path: &Path) -> bool {
    path.segments
        .iter()
        .all(|segment| matches!(segment.arguments, PathArguments::None))
}
