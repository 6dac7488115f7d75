//! The option `next_turn`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitStr};

use crate::errors::Errors;
use crate::options::{Known, Options};
use crate::support::Support;

use super::check::MOST;

/// What a successful call changes for the next request.
pub(super) struct NextTurn {
    /// Expressions of type `&'static str`.
    model: Option<TokenStream>,
    instructions: Option<TokenStream>,
    temperature: Option<f64>,
    top_p: Option<f64>,
    max_output_tokens: Option<u64>,
    tools: Option<Vec<LitStr>>,
}

/// What can be changed, in the order in which messages list it.
const CHANGES: &[Known] = &[
    Known {
        name: "model",
        example: "model = \"openai/gpt-5\"",
    },
    Known {
        name: "instructions",
        example: "instructions = \"Be brief.\"",
    },
    Known {
        name: "temperature",
        example: "temperature = 0.3",
    },
    Known {
        name: "top_p",
        example: "top_p = 0.9",
    },
    Known {
        name: "max_output_tokens",
        example: "max_output_tokens = 2000",
    },
    Known {
        name: "tools",
        example: "tools = [\"close_ticket\"]",
    },
];

/// What the option says.
pub(super) fn check(options: &Options, errors: &Errors) -> Option<NextTurn> {
    let list = options.list("next_turn", errors)?;
    let changes = Options::parse(list.clone(), CHANGES, errors);
    if list.is_empty() {
        let reason = "`next_turn` changes nothing; write `next_turn(temperature = 0.3)`";
        options.refuse("next_turn", reason, errors);
    }
    let blank = "the model is blank; write `model = \"openai/gpt-5\"`";
    let model = changes.said_or_constant("model", blank, errors);
    let blank = "the instructions are blank; say what the model is to do next, or leave them out";
    Some(NextTurn {
        model,
        instructions: changes.said_or_constant("instructions", blank, errors),
        temperature: changes.number("temperature", 0.0..=f64::MAX, errors),
        top_p: changes.number("top_p", 0.0..=1.0, errors),
        max_output_tokens: changes.count("max_output_tokens", MOST, errors),
        tools: tools(&changes, errors),
    })
}

/// The names of the tools to offer.
fn tools(changes: &Options, errors: &Errors) -> Option<Vec<LitStr>> {
    let value = changes.value("tools", errors)?;
    let Expr::Array(names) = value else {
        let message =
            "`tools` takes the names of tools to offer; write `tools = [\"close_ticket\"]`";
        errors.at(value, message);
        return None;
    };
    let names = names.elems.iter().filter_map(|name| match name {
        Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        }) => Some(name.clone()),
        other => {
            let message =
                "a tool is offered by its name; write it in quotes, such as `\"close_ticket\"`";
            errors.at(other, message);
            None
        }
    });
    Some(names.collect())
}

/// The change as an expression.
pub(super) fn emit(next: &NextTurn, support: &Support) -> TokenStream {
    let model = next.model.as_ref().map(|model| quote!(.model(#model)));
    let instructions = next.instructions.as_ref();
    let instructions = instructions.map(|text| quote!(.instructions(#text)));
    let temperature = next.temperature.map(|value| quote!(.temperature(#value)));
    let top_p = next.top_p.map(|share| quote!(.top_p(#share)));
    let max_output_tokens = next.max_output_tokens.map(|limit| {
        let limit = Literal::u64_unsuffixed(limit);
        quote!(.max_output_tokens(#limit))
    });
    let tools = next.tools.as_ref();
    let tools = tools.map(|names| {
        let count = names.len();
        quote!(.tools([#(#names),*] as [&'static ::core::primitive::str; #count]))
    });
    quote!(#support::NextTurn::new() #model #instructions #temperature #top_p #max_output_tokens #tools)
}
