//! `#[agent]` as written.

use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::function::Function;
use crate::options::{Known, Options};

/// The options, in the order in which messages list them.
pub(super) const OPTIONS: &[Known] = &[
    Known {
        name: "id",
        example: "id = \"triage\"",
    },
    Known {
        name: "model",
        example: "model = \"openai/gpt-5-nano\"",
    },
    Known {
        name: "instructions",
        example: "instructions = \"You triage tickets.\"",
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
        name: "stop_when",
        example: "stop_when(steps = 12, duration = \"60s\")",
    },
    Known {
        name: "on_stop",
        example: "on_stop = \"answer\"",
    },
    Known {
        name: "loop_guard",
        example: "loop_guard = 3",
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
        name: "max_output_chars",
        example: "max_output_chars = 4000",
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
        name: "each_turn",
        example: "each_turn = |turn| NextTurn::new()",
    },
    Known {
        name: "context",
        example: "context = Session",
    },
    Known {
        name: "approval",
        example: "approval = true",
    },
    Known {
        name: "human_review",
        example: "human_review = true",
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
