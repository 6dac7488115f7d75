//! `#[tool]` as meant.

use std::time::Duration;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{LitStr, Path, Type, parse_quote_spanned};

use crate::choice::{OnError, choice};
use crate::docs::Docs;
use crate::duration;
use crate::errors::Errors;
use crate::function::{self, Function};
use crate::options::Options;
use crate::support::Support;
use crate::types;

use super::approval::{self, Approval};
use super::kind::{self, Kind};
use super::next_turn::{self, NextTurn};
use super::params::{self, Params};
use super::schema_file;
use super::streaming::{self, Sends};
use super::syntax::Written;

/// A checked tool.
pub(crate) struct Tool<'a> {
    pub(super) support: Support,
    pub(crate) function: &'a Function,
    pub(crate) name: String,
    /// An expression of type `&'static str`.
    pub(super) description: TokenStream,
    pub(super) timeout: Option<Duration>,
    pub(super) on_error: Option<OnError>,
    pub(super) approval: Approval,
    pub(super) kind: Kind,
    /// The function of `on_response`.
    pub(super) response: Option<Path>,
    pub(super) idempotent: bool,
    pub(super) max_retries: Option<u64>,
    pub(super) sequential: bool,
    pub(super) max_concurrency: Option<u64>,
    pub(super) max_output_chars: Option<u64>,
    pub(super) next_turn: Option<NextTurn>,
    pub(super) schema_file: Option<LitStr>,
    pub(super) sends: Option<Sends>,
    pub(super) params: Params,
    /// The type that is returned; what stands for it, of a stream that was written by hand.
    pub(super) returned: Type,
}

const ROLE: &str = "a tool";

/// The most that a number can be: what all targets have room for.
pub(super) const MOST: u64 = u32::MAX as u64;

/// Checks everything. An option that is wrong is left out, so that its mistake stays the only one;
/// without a sound function there is no tool.
///
/// A method finds the crate where its block does, unless it says otherwise.
pub(crate) fn check<'a>(
    written: &'a Written,
    block: Option<&Support>,
    errors: &Errors,
) -> Option<Tool<'a>> {
    let Written { options, function } = written;
    let support = match block {
        Some(block) if !options.has("crate") => block.clone(),
        _ => Support::of(options, errors),
    };
    let name = name(options, function, errors);
    let description = description(options, function, errors);
    let timeout = duration::option(options, "timeout", errors);
    let on_error = choice(options, "on_error", OnError::CHOICES, errors);
    let approval = approval::check(options, errors);
    let kind = kind::check(options, errors);
    let response = kind::response(options, kind, errors);
    let idempotent = options.flag("idempotent", errors);
    let max_retries = options.whole("max_retries", 0..=MOST, errors);
    let sequential = options.flag("sequential", errors);
    let max_concurrency = options.count("max_concurrency", MOST, errors);
    let max_output_chars = options.count("max_output_chars", MOST, errors);
    if sequential {
        let reason = "`sequential` lets it run alone in its step, so there is nothing left to limit; keep one of the two";
        options.refuse("max_concurrency", reason, errors);
    }
    if kind == Kind::Manual && response.is_none() {
        kind::check_executions(options, errors);
    }

    let next_turn = next_turn::check(options, errors);
    let schema_file = schema_file::check(options, errors).cloned();

    let before = errors.count();
    if !streaming::is_by_hand(options, kind, function) {
        function.check_async(ROLE, errors);
        check_return(options, function, kind, errors);
    }
    function.check(ROLE, errors);
    body(options, function, kind, errors);
    let params = params::check(function, errors)?;
    let sends = streaming::check(options, kind, function, &params, errors);
    if kind == Kind::Manual {
        params.check_manual(errors);
    }
    (errors.count() == before).then(|| Tool {
        function,
        name,
        description,
        timeout,
        on_error,
        approval,
        kind,
        response,
        idempotent,
        max_retries,
        sequential,
        max_concurrency,
        max_output_chars,
        next_turn,
        schema_file,
        returned: returned(function, sends.as_ref(), &support),
        support,
        sends,
        params,
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

/// The option's text, or else the doc comment.
fn description(options: &Options, function: &Function, errors: &Errors) -> TokenStream {
    let docs = || Docs::of(&function.attributes).text();
    let said = match options.has("description") {
        true => {
            let blank = "the description is blank; say what the tool does and when to use it";
            options.said_or_constant("description", blank, errors)
        }
        false => docs().or_else(|| {
            let name = function.plain_name();
            let message = format!("`{name}` has no description for the model; write a doc comment above it, or `description = \"..\"`");
            errors.at(function.name(), message);
            None
        }),
    };
    said.unwrap_or_else(|| "".to_token_stream())
}

fn body(options: &Options, function: &Function, kind: Kind, errors: &Errors) {
    function.check_no_yield(errors);
    let name = function.name();
    match (kind, function.body_start()) {
        (Kind::Manual, Some(start)) => {
            let message = format!(
                "`{name}` is a manual tool, which somebody outside the run does; write `;` in place of its body"
            );
            errors.at(start, message);
        }
        (Kind::Automatic | Kind::Interactive, None) => {
            let message = format!(
                "`{name}` has no body; write one, or `#[tool(manual)]` if somebody outside the run does it"
            );
            options.misses(name, &message, errors);
        }
        (Kind::Manual, None) | (_, Some(_)) => {}
    }
}

fn check_return(options: &Options, function: &Function, kind: Kind, errors: &Errors) {
    let Some(returned) = function.return_type() else {
        return;
    };
    function::check_return(returned, ROLE, errors);
    if !hands_over(returned) {
        return;
    }
    match kind {
        Kind::Automatic => {
            let message =
                "a tool that returns `Interactive` hands calls over; write `#[tool(interactive)]`";
            options.misses(returned, message, errors);
        }
        Kind::Manual => {
            let message = "somebody outside supplies the output of a manual tool; write its type in place of `Interactive`";
            errors.at(returned, message);
        }
        Kind::Interactive => {}
    }
}

/// Whether a type is `Interactive<T>`, or a `Result` of it, as far as its name tells.
fn hands_over(returned: &Type) -> bool {
    let success = types::last_segment(function::success(returned));
    success.is_some_and(|segment| segment.ident == "Interactive")
}

fn returned(function: &Function, sends: Option<&Sends>, support: &Support) -> Type {
    match (sends, function.return_type()) {
        (Some(Sends::Updates(item)), _) => {
            let support = support.at(item.span());
            parse_quote_spanned!(item.span()=> <#item as #support::Updates>::Stream)
        }
        (_, Some(returned)) => returned.clone(),
        (_, None) => parse_quote_spanned!(function.name().span()=> ()),
    }
}
