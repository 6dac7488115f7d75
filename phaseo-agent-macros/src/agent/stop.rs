//! The option `stop_when`.

use std::time::Duration;

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use crate::choice::each_choice;
use crate::duration;
use crate::errors::Errors;
use crate::options::{Known, Options};
use crate::support::Support;

/// When a run ends without an answer, apart from the steps.
#[derive(Default)]
pub(super) struct Limits {
    tokens: Option<u64>,
    cost: Option<f64>,
    duration: Option<Duration>,
    tool_calls: Vec<String>,
    finish_reasons: Vec<FinishReason>,
}

#[derive(Clone, Copy)]
enum FinishReason {
    Stop,
    ToolCalls,
    Length,
    ContentFilter,
    Refusal,
    PauseTurn,
    Error,
}

/// The conditions, in the order in which messages list them.
const CONDITIONS: &[Known] = &[
    Known {
        name: "steps",
        example: "steps = 12",
    },
    Known {
        name: "tokens",
        example: "tokens = 200_000",
    },
    Known {
        name: "cost",
        example: "cost = 2.0",
    },
    Known {
        name: "duration",
        example: "duration = \"60s\"",
    },
    Known {
        name: "tool_call",
        example: "tool_call = \"escalate\"",
    },
    Known {
        name: "finish_reason",
        example: "finish_reason = \"length\"",
    },
];

const FINISH_REASONS: &[(&str, FinishReason)] = &[
    ("stop", FinishReason::Stop),
    ("tool_calls", FinishReason::ToolCalls),
    ("length", FinishReason::Length),
    ("content_filter", FinishReason::ContentFilter),
    ("refusal", FinishReason::Refusal),
    ("pause_turn", FinishReason::PauseTurn),
    ("error", FinishReason::Error),
];

/// The most steps, and what else ends a run.
pub(super) fn check(options: &Options, errors: &Errors) -> (Option<u32>, Option<Limits>) {
    let max_steps = count(options, "max_steps", errors);
    let Some(list) = options.list("stop_when", errors) else {
        return (max_steps, None);
    };
    let conditions = Options::parse(list.clone(), CONDITIONS, errors);
    if list.is_empty() {
        let reason =
            "`stop_when` has no condition; write `stop_when(steps = 12, duration = \"60s\")`";
        options.refuse("stop_when", reason, errors);
    }
    if conditions.has("steps") {
        let reason = "`max_steps` is short for `stop_when(steps = ..)`; keep one of the two";
        options.refuse("max_steps", reason, errors);
    }
    let steps = count(&conditions, "steps", errors);
    let limits = Limits {
        tokens: conditions.count("tokens", u64::MAX, errors),
        cost: conditions.number("cost", 0.0..=f64::MAX, errors),
        duration: duration::option(&conditions, "duration", errors),
        tool_calls: tool_calls(&conditions, errors),
        finish_reasons: each_choice(&conditions, "finish_reason", FINISH_REASONS, errors),
    };
    (steps.or(max_steps), Some(limits))
}

fn tool_calls(conditions: &Options, errors: &Errors) -> Vec<String> {
    let names = conditions.texts("tool_call", errors);
    for name in names.iter().filter(|name| name.value().trim().is_empty()) {
        errors.at(name, "the name of the tool is blank");
    }
    names.into_iter().map(LitStr::value).collect()
}

fn count(options: &Options, name: &str, errors: &Errors) -> Option<u32> {
    let count = options.count(name, u32::MAX.into(), errors)?;
    u32::try_from(count).ok()
}

/// The limits as an expression.
pub(super) fn emit(limits: &Limits, support: &Support) -> TokenStream {
    let tokens = limits.tokens.map(|limit| quote!(.tokens(#limit)));
    let cost = limits.cost.map(|limit| quote!(.cost(#limit)));
    let duration = limits.duration.map(|limit| {
        let limit = duration::emit(limit);
        quote!(.duration(#limit))
    });
    let tool_calls = limits.tool_calls.iter();
    let tool_calls = tool_calls.map(|name| quote!(.tool_call(#name)));
    let finish_reasons = limits.finish_reasons.iter().map(|reason| {
        let reason = match reason {
            FinishReason::Stop => quote!(Stop),
            FinishReason::ToolCalls => quote!(ToolCalls),
            FinishReason::Length => quote!(Length),
            FinishReason::ContentFilter => quote!(ContentFilter),
            FinishReason::Refusal => quote!(Refusal),
            FinishReason::PauseTurn => quote!(PauseTurn),
            FinishReason::Error => quote!(Error),
        };
        quote!(.finish_reason(#support::FinishReason::#reason))
    });
    quote!(#support::Limits::new() #tokens #cost #duration #(#tool_calls)* #(#finish_reasons)*)
}
