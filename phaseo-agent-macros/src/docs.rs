//! Doc comments as text for a model.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The lines of a doc comment.
pub(crate) struct Docs(Vec<Line>);

enum Line {
    /// `/// text`
    Text(String),
    /// `#[doc = include_str!(..)]`, which only the compiler can read.
    Computed(Expr),
}

impl Docs {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        Self(attributes.iter().filter_map(Line::of).collect())
    }

    /// The text as an expression of type `&'static str` that can be a constant; `None` if there is
    /// nothing to read.
    pub(crate) fn text(&self) -> Option<TokenStream> {
        if self.0.iter().any(|line| matches!(line, Line::Computed(_))) {
            let lines = self.0.iter().map(|line| match line {
                Line::Text(text) => text.to_token_stream(),
                Line::Computed(expression) => expression.to_token_stream(),
            });
            return Some(quote!(::core::concat!(#(#lines, "\n"),*).trim_ascii()));
        }
        let lines = self.0.iter().filter_map(|line| match line {
            Line::Text(text) => Some(text.as_str()),
            Line::Computed(_) => None,
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_token_stream())
    }
}

impl Line {
    fn of(attribute: &Attribute) -> Option<Self> {
        let Meta::NameValue(doc) = &attribute.meta else {
            return None;
        };
        if !doc.path.is_ident("doc") {
            return None;
        }
        Some(match &doc.value {
            // A block comment is one attribute of several lines.
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => {
                let text = text.value();
                let lines = text
                    .lines()
                    .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
                Self::Text(lines.collect::<Vec<_>>().join("\n"))
            }
            computed => Self::Computed(computed.clone()),
        })
    }
}

/// Whether an attribute is a doc comment or another `#[doc]`.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn text(attributes: &[Attribute]) -> Option<String> {
        Docs::of(attributes).text().map(|text| text.to_string())
    }

    #[test]
    fn lines_are_joined_and_their_indentation_is_kept() {
        let attributes: [Attribute; 4] = [
            parse_quote!(#[doc = " Load a ticket."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = "   - by its ID"]),
            parse_quote!(#[doc(hidden)]),
        ];
        assert_eq!(
            text(&attributes),
            Some(r#""Load a ticket.\n\n  - by its ID""#.to_owned())
        );
    }

    #[test]
    fn blank_docs_are_none() {
        assert_eq!(
            text(&[parse_quote!(#[doc = "  "]), parse_quote!(#[inline])]),
            None
        );
    }
}
