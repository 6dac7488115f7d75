//! `#[agent]` as meant.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprBlock, FnArg, Lit, LitStr, Path, Stmt, Token, Type};

use crate::choice::{OnError, choice};
use crate::crate_path::CratePath;
use crate::docs::Docs;
use crate::errors::Errors;
use crate::function::{self, Function};
use crate::input::{Collector, Input, Taken};
use crate::options::Options;
use crate::param;
use crate::tool::is_extractor;

use super::stop::{self, Limits};
use super::syntax::Written;

/// A checked agent.
pub(crate) struct Agent<'a> {
    pub(super) root: CratePath,
    pub(super) function: &'a Function,
    pub(super) id: String,
    /// `None` is the outer agent's.
    pub(super) model: Option<String>,
    /// An expression of type `&'static str`.
    pub(super) instructions: Option<TokenStream>,
    pub(super) tools: Vec<Listed>,
    pub(super) tool_choice: Option<ToolChoice>,
    pub(super) max_steps: Option<u32>,
    pub(super) limits: Option<Limits>,
    pub(super) on_stop: Option<OnStop>,
    pub(super) loop_guard: Option<u64>,
    pub(super) tool_concurrency: Option<u64>,
    pub(super) max_output_chars: Option<u64>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) max_output_tokens: Option<u64>,
    pub(super) on_error: Option<OnError>,
    pub(super) input: Input,
    /// What the function is called with, in order.
    pub(super) arguments: Vec<Taken>,
    pub(super) returned: &'a Type,
}

/// What stands in `tools(..)`.
pub(super) enum Listed {
    /// The name of a function under `#[tool]`.
    Named(Path),
    /// Something that gives a tool or an iterator of tools.
    Given(Expr),
}

#[derive(Clone, Copy)]
pub(super) enum ToolChoice {
    Auto,
    Required,
    None,
}

#[derive(Clone, Copy)]
pub(super) enum OnStop {
    Return,
    Answer,
}

const ROLE: &str = "an agent";

/// The most that a number can be: what all targets have room for.
const MOST: u64 = u32::MAX as u64;

const TOOL_CHOICES: &[(&str, ToolChoice)] = &[
    ("auto", ToolChoice::Auto),
    ("required", ToolChoice::Required),
    ("none", ToolChoice::None),
];

const ON_STOP: &[(&str, OnStop)] = &[("return", OnStop::Return), ("answer", OnStop::Answer)];

/// Checks everything. An option that is wrong is left out, so that its mistake stays the only one;
/// without a sound function there is no agent.
pub(crate) fn check<'a>(written: &'a Written, errors: &Errors) -> Option<Agent<'a>> {
    let Written { options, function } = written;
    let root = CratePath::of(options, errors);
    let id = id(options, function, errors);
    let blank = "the model is blank; write `model = \"openai/gpt-5-nano\"`";
    let model = options.said("model", blank, errors).map(LitStr::value);
    let instructions = instructions(options, function, errors);
    let tools = tools(options, errors);
    let tool_choice = choice(options, "tool_choice", TOOL_CHOICES, errors);
    let (max_steps, limits) = stop::check(options, errors);
    let on_stop = choice(options, "on_stop", ON_STOP, errors);
    let loop_guard = options.whole("loop_guard", 2..=MOST, errors);
    let tool_concurrency = options.count("tool_concurrency", MOST, errors);
    let max_output_chars = options.count("max_output_chars", MOST, errors);
    let temperature = options.number("temperature", 0.0..=f64::MAX, errors);
    let top_p = options.number("top_p", 0.0..=1.0, errors);
    let max_output_tokens = options.count("max_output_tokens", MOST, errors);
    let on_error = choice(options, "on_error", OnError::CHOICES, errors);

    let before = errors.count();
    function.check_async(ROLE, errors);
    function.check(ROLE, errors);
    function.check_body(errors);
    let returned = returned(function, errors);
    let (input, arguments) = params(function, errors)?;
    (errors.count() == before).then_some(Agent {
        root,
        function,
        id,
        model,
        instructions,
        tools,
        tool_choice,
        max_steps,
        limits,
        on_stop,
        loop_guard,
        tool_concurrency,
        max_output_chars,
        temperature,
        top_p,
        max_output_tokens,
        on_error,
        input,
        arguments,
        returned: returned?,
    })
}

fn id(options: &Options, function: &Function, errors: &Errors) -> String {
    options
        .said("id", "the id is blank; runs are known by it", errors)
        .map_or_else(|| function.plain_name(), LitStr::value)
}

/// The option's text, or else the doc comment; it has one place.
fn instructions(options: &Options, function: &Function, errors: &Errors) -> Option<TokenStream> {
    let docs = Docs::of(&function.attributes).text();
    if !options.has("instructions") {
        return docs;
    }
    if docs.is_some() {
        let reason = "the doc comment is the instructions already; keep one of the two";
        options.refuse("instructions", reason, errors);
    }
    let blank = "the instructions are blank; say what the model is to be and do, or leave them out";
    let text = options.said("instructions", blank, errors)?;
    Some(text.to_token_stream())
}

fn tools(options: &Options, errors: &Errors) -> Vec<Listed> {
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

fn returned<'a>(function: &'a Function, errors: &Errors) -> Option<&'a Type> {
    let Some(returned) = function.return_type() else {
        let name = function.plain_name();
        errors.at(function.name(), format!("`{name}` returns nothing; an agent returns `Prompt<T>`, where `T` is the type of its answer"));
        return None;
    };
    function::check_return(returned, ROLE, errors);
    if param::is_plain(returned) {
        let ty = param::spelled(returned);
        errors.at(returned, format!("an agent returns the prompt for its answer; write `Prompt<{ty}>` in place of `{ty}`"));
    }
    Some(returned)
}

fn params(function: &Function, errors: &Errors) -> Option<(Input, Vec<Taken>)> {
    let before = errors.count();
    let mut arguments = Vec::new();
    let mut input = Collector::new(ROLE);
    for parameter in &function.signature.inputs {
        match parameter {
            FnArg::Receiver(receiver) => {
                errors.at(
                    receiver,
                    "an agent is a free function in this version; move it out of the `impl`",
                );
            }
            FnArg::Typed(parameter) if is_extractor(&parameter.ty) => {
                let ty = param::spelled(&parameter.ty);
                let message =
                    format!("`{ty}` is for tools; the parameters of an agent are its input");
                errors.at(&parameter.ty, message);
            }
            FnArg::Typed(parameter) => {
                param::check_attributes(parameter, false, errors);
                arguments.extend(input.take(parameter, errors));
            }
        }
    }
    let input = input.finish(function, errors)?;
    (errors.count() == before).then_some((input, arguments))
}
