//! The options `approval` and `human_review`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, parse_quote_spanned};

use crate::callable::Callable;
use crate::errors::Errors;
use crate::options::Options;
use crate::support::Support;

use super::setting;

/// Whom an option asks.
pub(super) enum Asked {
    /// A person, always.
    Always,
    /// What says whether a person is asked.
    Rule(Callable),
}

/// What `approval` says.
pub(super) fn approval(options: &Options, errors: &Errors) -> Option<Asked> {
    let value = options.value("approval", errors)?;
    let message = match value {
        Expr::Lit(literal) if is(literal, true) => return Some(Asked::Always),
        Expr::Lit(literal) if is(literal, false) => {
            "without `approval` each tool decides for itself; leave it out"
        }
        Expr::Path(_) => return Some(Asked::Rule(Callable::Path(value.clone()))),
        Expr::Closure(closure) if closure.inputs.len() == 1 => {
            return Some(Asked::Rule(Callable::closure(closure)));
        }
        Expr::Closure(_) => {
            "the approval rule of an agent looks at the context of the call; write `|context| ..`"
        }
        _ => {
            "`approval` takes `true`, a closure or the path of a function; write `approval = true` or \
             `approval = |context| ..`"
        }
    };
    errors.at(value, message);
    None
}

/// What `human_review` says.
pub(super) fn review(options: &Options, errors: &Errors) -> Option<Asked> {
    let value = options.value("human_review", errors)?;
    let message = match value {
        Expr::Lit(literal) if is(literal, true) => return Some(Asked::Always),
        Expr::Lit(literal) if is(literal, false) => {
            "without `human_review` nobody looks at an answer; leave it out"
        }
        Expr::Path(_) => return Some(Asked::Rule(Callable::Path(value.clone()))),
        Expr::Closure(closure) if closure.asyncness.is_some() => {
            "a review is not async; write `|answer| ..` without `async`"
        }
        Expr::Closure(closure) if (1..=2).contains(&closure.inputs.len()) => {
            return Some(Asked::Rule(Callable::Closure(closure.clone())));
        }
        Expr::Closure(_) => {
            "a review looks at the answer, or at the answer and the turn; write `|answer| ..` or `|answer, turn| ..`"
        }
        _ => {
            "`human_review` takes `true`, a closure or the path of a function; write `human_review = true` or \
             `human_review = |answer| ..`"
        }
    };
    errors.at(value, message);
    None
}

fn is(literal: &ExprLit, flag: bool) -> bool {
    matches!(&literal.lit, Lit::Bool(written) if written.value == flag)
}

/// The rule for approvals as a call of the builder's method.
pub(super) fn approval_call(asked: &Asked, support: &Support) -> TokenStream {
    let rule = match asked {
        Asked::Always => {
            return quote!(.approval(#support::policy(#support::every_call)));
        }
        Asked::Rule(rule) => rule.typed(|_, span| {
            let support = support.at(span);
            parse_quote_spanned!(span=> &#support::ToolContext)
        }),
    };
    let support = support.at(rule.span());
    quote_spanned!(rule.span()=> .approval(#support::policy(#rule)))
}

/// The review of answers of this type as a call of the builder's method.
pub(super) fn review_call(asked: &Asked, answer: &TokenStream, support: &Support) -> TokenStream {
    let rule = match asked {
        Asked::Always => return quote!(.human_review(#support::every_answer)),
        Asked::Rule(rule) => rule.typed(|index, span| match index {
            0 => parse_quote_spanned!(span=> &#answer),
            _ => setting::turn(support, span),
        }),
    };
    let support = support.at(rule.span());
    quote_spanned!(rule.span()=> .human_review(#support::review::<#answer, _, _>(#rule)))
}
