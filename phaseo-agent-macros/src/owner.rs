//! The `impl` block that a function stands in.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::span::placed;

/// The type of an `impl` block under `#[agent]`.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) ty: Type,
    /// The last name of its path.
    pub(crate) name: Ident,
}

impl Owner {
    /// The type of a block, if it has a name.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        let Type::Path(path) = ty else { return None };
        Some(Self {
            ty: ty.clone(),
            name: path.path.segments.last()?.ident.clone(),
        })
    }

    /// The id of the agent: `help_desk` for `HelpDesk`.
    pub(crate) fn id(&self) -> String {
        let mut id = String::new();
        let name = self.name.unraw().to_string();
        let mut before = None;
        for letter in name.chars() {
            if letter.is_uppercase()
                && before.is_some_and(|before: char| before != '_' && !before.is_uppercase())
            {
                id.push('_');
            }
            id.extend(letter.to_lowercase());
            before = Some(letter);
        }
        id
    }

    /// The bound that the type can be shared between threads. It is asked where an agent is made of a
    /// value, and nowhere else, so that rustc says once what is in the way.
    pub(crate) fn shared(&self) -> TokenStream {
        let ty = &self.ty;
        quote_spanned!(ty.span()=> where for<'any> #ty: ::core::marker::Send + ::core::marker::Sync)
    }

    /// What stands before the names of functions that are made beside the block.
    pub(crate) fn prefix(&self) -> String {
        format!("{}_", self.id())
    }

    /// The tokens with the type in place of `Self`, which means another type beside the block.
    pub(crate) fn without_self(&self, tokens: TokenStream) -> TokenStream {
        let replaced = |token: TokenTree| match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                placed(self.ty.to_token_stream(), ident.span())
            }
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), self.without_self(group.stream()));
                replaced.set_span(group.span());
                TokenTree::from(replaced).into()
            }
            other => other.into(),
        };
        tokens.into_iter().flat_map(replaced).collect()
    }
}
