//! What the options of `#[agent]` say, whatever they stand on.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, LitStr, Type};

use crate::callable::Callable;
use crate::choice::{OnError, choice};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::options::Options;
use crate::support::Support;

use super::policy::{self, Asked};
use super::setting::{self, Setting};
use super::stop::{self, Limits};
use super::tools::{self, Listed};

/// What the options say, and the doc comment.
pub(super) struct Settings {
    pub(super) support: Support,
    pub(super) id: Option<String>,
    /// `None` is the outer agent's.
    pub(super) model: Option<Setting<String>>,
    /// An expression of type `&'static str` if it is written.
    pub(super) instructions: Option<Setting<TokenStream>>,
    pub(super) tools: Vec<Listed>,
    pub(super) tool_choice: Option<ToolChoice>,
    pub(super) max_steps: Option<u32>,
    pub(super) limits: Option<Limits>,
    pub(super) on_stop: Option<OnStop>,
    pub(super) loop_guard: Option<u64>,
    pub(super) tool_concurrency: Option<u64>,
    pub(super) max_output_chars: Option<u64>,
    pub(super) temperature: Option<Setting<f64>>,
    pub(super) top_p: Option<Setting<f64>>,
    pub(super) max_output_tokens: Option<Setting<u32>>,
    pub(super) each_turn: Option<Callable>,
    /// Of what type the app's own context is.
    pub(super) context: Option<Type>,
    pub(super) approval: Option<Asked>,
    pub(super) human_review: Option<Asked>,
    pub(super) on_error: Option<OnError>,
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

/// The most that a number can be: what all targets have room for.
const MOST: u64 = u32::MAX as u64;

const TOOL_CHOICES: &[(&str, ToolChoice)] = &[
    ("auto", ToolChoice::Auto),
    ("required", ToolChoice::Required),
    ("none", ToolChoice::None),
];

const ON_STOP: &[(&str, OnStop)] = &[("return", OnStop::Return), ("answer", OnStop::Answer)];

/// Checks all options; `attributes` are those of the item, for its doc comment. An option that is
/// wrong is left out, so that its mistake stays the only one.
pub(super) fn check(options: &Options, attributes: &[Attribute], errors: &Errors) -> Settings {
    let blank = "the model is blank; write `model = \"openai/gpt-5-nano\"`";
    let support = Support::of(options, errors);
    let id = options.said("id", "the id is blank; runs are known by it", errors);
    let model = setting::check(options, "model", "text", errors, || {
        options.said("model", blank, errors).map(LitStr::value)
    });
    let instructions = instructions(options, attributes, errors);
    let tools = tools::check(options, errors);
    let tool_choice = choice(options, "tool_choice", TOOL_CHOICES, errors);
    let (max_steps, limits) = stop::check(options, errors);
    Settings {
        support,
        id: id.map(LitStr::value),
        model,
        instructions,
        tools,
        tool_choice,
        max_steps,
        limits,
        on_stop: choice(options, "on_stop", ON_STOP, errors),
        loop_guard: options.whole("loop_guard", 2..=MOST, errors),
        tool_concurrency: options.count("tool_concurrency", MOST, errors),
        max_output_chars: options.count("max_output_chars", MOST, errors),
        temperature: number(options, "temperature", f64::MAX, errors),
        top_p: number(options, "top_p", 1.0, errors),
        max_output_tokens: setting::check(
            options,
            "max_output_tokens",
            "a whole number",
            errors,
            || {
                let limit = options.count("max_output_tokens", MOST, errors)?;
                u32::try_from(limit).ok()
            },
        ),
        each_turn: setting::each_turn(options, errors),
        context: options.ty("context", errors),
        approval: policy::approval(options, errors),
        human_review: policy::review(options, errors),
        on_error: choice(options, "on_error", OnError::CHOICES, errors),
    }
}

/// The option's text, or else the doc comment; it has one place.
fn instructions(
    options: &Options,
    attributes: &[Attribute],
    errors: &Errors,
) -> Option<Setting<TokenStream>> {
    let docs = Docs::of(attributes).text().map(Setting::Written);
    if !options.has("instructions") {
        return docs;
    }
    if docs.is_some() {
        let reason = "the doc comment is the instructions already; keep one of the two";
        options.refuse("instructions", reason, errors);
    }
    let blank = "the instructions are blank; say what the model is to be and do, or leave them out";
    setting::check(options, "instructions", "text", errors, || {
        let text = options.said("instructions", blank, errors)?;
        Some(text.to_token_stream())
    })
}

/// A number of at least 0.
fn number(options: &Options, name: &str, most: f64, errors: &Errors) -> Option<Setting<f64>> {
    setting::check(options, name, "a number", errors, || {
        options.number(name, 0.0..=most, errors)
    })
}
