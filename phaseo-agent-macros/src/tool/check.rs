//! `#[tool]` as meant.

use std::time::Duration;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, Type, parse_quote_spanned};

use crate::choice::{OnError, choice};
use crate::crate_path::CratePath;
use crate::docs::Docs;
use crate::duration;
use crate::errors::Errors;
use crate::function::{self, Function};
use crate::options::Options;

use super::params::{self, Params};
use super::syntax::Written;

/// A checked tool.
pub(crate) struct Tool<'a> {
    pub(super) root: CratePath,
    pub(super) function: &'a Function,
    pub(super) name: String,
    /// An expression of type `&'static str`.
    pub(super) description: TokenStream,
    pub(super) timeout: Option<Duration>,
    pub(super) on_error: Option<OnError>,
    pub(super) approval: bool,
    pub(super) idempotent: bool,
    pub(super) params: Params,
    pub(super) returned: Type,
}

/// Checks everything. An option that is wrong is left out, so that its mistake stays the only one;
/// without a sound function there is no tool.
pub(crate) fn check<'a>(written: &'a Written, errors: &Errors) -> Option<Tool<'a>> {
    let Written { options, function } = written;
    let root = CratePath::of(options, errors);
    let name = name(options, function, errors);
    let description = description(options, function, errors);
    let timeout = timeout(options, errors);
    let on_error = choice(options, "on_error", OnError::CHOICES, errors);
    let approval = approval(options, errors);
    let idempotent = options.flag("idempotent", errors);

    let before = errors.count();
    function.check("a tool", errors);
    let returned = returned(function, errors);
    let params = params::check(function, errors)?;
    (errors.count() == before).then_some(Tool {
        root,
        function,
        name,
        description,
        timeout,
        on_error,
        approval,
        idempotent,
        params,
        returned,
    })
}

fn name(options: &Options, function: &Function, errors: &Errors) -> String {
    const RULE: &str = "1 to 64 of `A-Z a-z 0-9 _ -`";
    if options.has("name") {
        let Some(text) = options.text("name", errors) else {
            return function.plain_name();
        };
        let name = text.value();
        if is_tool_name(&name) {
            return name;
        }
        errors.at(text, format!("`{name}` is not a tool name; write {RULE}"));
    } else if !is_tool_name(&function.plain_name()) {
        let message = format!(
            "`{}` is not a tool name; give one with `name = \"..\"`: {RULE}",
            function.plain_name()
        );
        errors.at(function.name(), message);
    }
    function.plain_name()
}

/// What all wire formats take.
fn is_tool_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

fn description(options: &Options, function: &Function, errors: &Errors) -> TokenStream {
    if options.has("description") {
        let Some(text) = options.text("description", errors) else {
            return "".to_token_stream();
        };
        if text.value().trim().is_empty() {
            errors.at(
                text,
                "the description is blank; say what the tool does and when to use it",
            );
        }
        return text.to_token_stream();
    }
    Docs::of(&function.attributes).text().unwrap_or_else(|| {
        let name = function.plain_name();
        let message = format!("`{name}` has no description for the model; write a doc comment above it, or `description = \"..\"`");
        errors.at(function.name(), message);
        "".to_token_stream()
    })
}

fn timeout(options: &Options, errors: &Errors) -> Option<Duration> {
    let value = options.value("timeout", errors)?;
    let text = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text,
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => {
            let digits = number.base10_digits();
            errors.at(
                value,
                format!("`timeout` takes text with a unit; write `timeout = \"{digits}s\"`"),
            );
            return None;
        }
        other => {
            errors.at(
                other,
                "`timeout` takes text with a unit; write `timeout = \"3s\"`",
            );
            return None;
        }
    };
    duration::parse(&text.value())
        .map_err(|problem| {
            let message = format!("the timeout {problem}; durations are like `3s`, `250ms` or `1m30s`, in ns, us, ms, s, m, h");
            errors.at(text, message);
        })
        .ok()
}

fn approval(options: &Options, errors: &Errors) -> bool {
    let Some(value) = options.value("approval", errors) else {
        return false;
    };
    let message = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(flag),
            ..
        }) if flag.value => return true,
        Expr::Lit(ExprLit {
            lit: Lit::Bool(_), ..
        }) => "without `approval` no approval is asked for; leave it out",
        Expr::Lit(_) => "`approval` takes a truth value; write `approval = true`",
        _ => "only `approval = true` exists in this version: a person is asked for every call",
    };
    errors.at(value, message);
    false
}

fn returned(function: &Function, errors: &Errors) -> Type {
    match function.return_type() {
        Some(returned) => {
            function::check_return(returned, "a tool", errors);
            returned.clone()
        }
        None => parse_quote_spanned!(function.name().span()=> ()),
    }
}
