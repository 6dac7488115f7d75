//! The option `tools`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprBlock, Lit, Path, Stmt, Token};

use crate::errors::Errors;
use crate::options::Options;
use crate::support::Support;

/// What stands in `tools(..)`.
pub(super) enum Listed {
    /// The name of a function under `#[tool]`.
    Named(Path),
    /// Something that gives a tool or an iterator of tools.
    Given(Expr),
}

/// What the option says.
pub(super) fn check(options: &Options, errors: &Errors) -> Vec<Listed> {
    let Some(list) = options.list("tools", errors) else {
        return Vec::new();
    };
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    match syn::parse::Parser::parse2(parser, list.clone()) {
        Ok(list) => list
            .into_iter()
            .filter_map(|listed| tool(listed, errors))
            .collect(),
        Err(error) => {
            errors.add(error);
            Vec::new()
        }
    }
}

fn tool(listed: Expr, errors: &Errors) -> Option<Listed> {
    match listed {
        Expr::Path(path) if path.qself.is_none() => Some(Listed::Named(path.path)),
        Expr::Lit(literal) => {
            let name = match &literal.lit {
                Lit::Str(text) if text.parse::<Path>().is_ok() => text.value(),
                _ => "fetch_ticket".to_owned(),
            };
            errors.at(
                literal,
                format!("a tool is listed by its function; write `{name}`, without quotes"),
            );
            None
        }
        // What a macro of the user's gives.
        Expr::Group(group) => tool(*group.expr, errors),
        Expr::Block(block) => Some(Listed::Given(in_braces(block))),
        given => Some(Listed::Given(given)),
    }
}

/// The constant of `{X}`; braces say that a path is a value and not the name of a tool.
fn in_braces(block: ExprBlock) -> Expr {
    match block.block.stmts.as_slice() {
        [Stmt::Expr(inner, None)] if block.attrs.is_empty() && block.label.is_none() => {
            inner.clone()
        }
        _ => Expr::Block(block),
    }
}

/// The tools as calls of the builder's method.
pub(super) fn calls(support: &Support, tools: &[Listed]) -> TokenStream {
    let calls = tools.iter().map(|listed| match listed {
        Listed::Named(path) => {
            let listed = named(support, path);
            quote!(.tools(#listed.tool()))
        }
        Listed::Given(expression) => quote_spanned!(expression.span()=> .tools(#expression)),
    });
    calls.collect()
}

/// One assertion a path, so that the caret is on the second tool of a name; `methods` are tools' names too.
pub(super) fn distinct_names(support: &Support, methods: &[&str], tools: &[Listed]) -> TokenStream {
    let paths: Vec<_> = tools
        .iter()
        .filter_map(|listed| match listed {
            Listed::Named(path) => Some(path),
            Listed::Given(_) => None,
        })
        .collect();
    let names = paths.iter().map(|path| {
        let listed = named(support, path);
        quote!(#listed.name)
    });
    let names = quote!([#(#methods,)* #(#names),*]);
    let indexed = paths.iter().zip(methods.len()..);
    let assertions = indexed.filter(|(_, index)| *index > 0).map(|(path, index)| {
        let message = format!(
            "an earlier tool of this agent has the same name as `{}`; give one of them another with `#[tool(name = \"..\")]`",
            path.to_token_stream().to_string().replace(' ', "")
        );
        quote_spanned! {path.span()=>
            const _: () = ::core::assert!(#support::is_first(&#names, #index), #message);
        }
    });
    assertions.collect()
}

/// All uses of a path are alike to the last span, so that rustc reports one that is no tool once.
fn named(support: &Support, path: &Path) -> TokenStream {
    let support = support.at(path.span());
    quote_spanned!(path.span()=> #support::listed(#path {}))
}
