//! `#[tool]` as written.

use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::function::Function;
use crate::options::{Known, Options};

/// The options, in the order in which messages list them.
const OPTIONS: &[Known] = &[
    Known {
        name: "name",
        example: "name = \"fetch_ticket\"",
    },
    Known {
        name: "description",
        example: "description = \"Load a ticket.\"",
    },
    Known {
        name: "timeout",
        example: "timeout = \"3s\"",
    },
    Known {
        name: "on_error",
        example: "on_error = \"return-to-model\"",
    },
    Known {
        name: "max_retries",
        example: "max_retries = 3",
    },
    Known {
        name: "approval",
        example: "approval = true",
    },
    Known {
        name: "streaming",
        example: "streaming",
    },
    Known {
        name: "manual",
        example: "manual",
    },
    Known {
        name: "interactive",
        example: "interactive",
    },
    Known {
        name: "on_response",
        example: "on_response = answered",
    },
    Known {
        name: "idempotent",
        example: "idempotent",
    },
    Known {
        name: "sequential",
        example: "sequential",
    },
    Known {
        name: "max_concurrency",
        example: "max_concurrency = 2",
    },
    Known {
        name: "max_output_chars",
        example: "max_output_chars = 4000",
    },
    Known {
        name: "next_turn",
        example: "next_turn(temperature = 0.3)",
    },
    Known {
        name: "schema",
        example: "schema = \"schemas/fetch_ticket.json\"",
    },
    Known {
        name: "crate",
        example: "crate = ::phaseo_agent",
    },
];

/// A function with the options of its `#[tool]`.
pub(crate) struct Written {
    pub(crate) options: Options,
    pub(crate) function: Function,
}

impl Written {
    /// A method whose `#[tool(..)]` was read with the block that it stands in.
    pub(crate) fn of_method(attribute: TokenStream, function: Function, errors: &Errors) -> Self {
        Self {
            options: Options::parse(attribute, OPTIONS, errors),
            function,
        }
    }
}

/// Reads the attribute and the item. `None` if the item is not a function.
pub(crate) fn parse(attribute: TokenStream, item: TokenStream, errors: &Errors) -> Option<Written> {
    let function = Function::parse(item, "tool", errors)?;
    Some(Written {
        options: Options::parse(attribute, OPTIONS, errors),
        function,
    })
}
