//! `#[agent]` as written.

use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::function::Function;
use crate::options::{Known, Options};

/// The options, in the order in which messages list them.
const OPTIONS: &[Known] = &[
    Known {
        name: "model",
        example: "model = \"openai/gpt-5-nano\"",
    },
    Known {
        name: "tools",
        example: "tools(fetch_ticket, deploy)",
    },
    Known {
        name: "tool_choice",
        example: "tool_choice = \"required\"",
    },
    Known {
        name: "max_steps",
        example: "max_steps = 12",
    },
    Known {
        name: "tool_concurrency",
        example: "tool_concurrency = 3",
    },
    Known {
        name: "on_error",
        example: "on_error = \"return-to-model\"",
    },
    Known {
        name: "crate",
        example: "crate = ::phaseo_agent",
    },
];

/// A function with the options of its `#[agent]`.
pub(crate) struct Written {
    pub(crate) options: Options,
    pub(crate) function: Function,
}

/// Reads the attribute and the item. `None` if the item is not a function.
pub(crate) fn parse(attribute: TokenStream, item: TokenStream, errors: &Errors) -> Option<Written> {
    let function = Function::parse(item, "agent", errors)?;
    Some(Written {
        options: Options::parse(attribute, OPTIONS, errors),
        function,
    })
}
