//! Who executes a tool, and what is said of that.

use syn::{Expr, Path};

use crate::errors::Errors;
use crate::options::Options;

/// Who executes a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The runtime.
    Automatic,
    /// Somebody outside the run.
    Manual,
    /// The runtime first; it may hand over to a person.
    Interactive,
}

/// What the options say.
pub(super) fn check(options: &Options, errors: &Errors) -> Kind {
    let manual = options.flag("manual", errors);
    let interactive = options.flag("interactive", errors);
    let (kind, other, reason) = match (manual, interactive) {
        (true, true) => (
            Kind::Manual,
            "interactive",
            "a tool is left to somebody outside, or begins by itself; keep one of `manual` and `interactive`",
        ),
        (true, false) => (
            Kind::Manual,
            "streaming",
            "nothing executes a manual tool, so nothing sends progress; keep one of `manual` and `streaming`",
        ),
        (false, true) => (
            Kind::Interactive,
            "streaming",
            "an interactive tool returns `Interactive<T>` and sends progress by a parameter `Progress<P>`; remove `streaming`",
        ),
        (false, false) => return Kind::Automatic,
    };
    options.refuse(other, reason, errors);
    kind
}

/// The function that makes the output of what is supplied.
pub(super) fn response(options: &Options, kind: Kind, errors: &Errors) -> Option<Path> {
    let value = options.value("on_response", errors)?;
    let Expr::Path(path) = value else {
        errors.at(
            value,
            "`on_response` takes the path of an `async fn` of what is supplied and the `ToolContext`; write \
             `on_response = answered`",
        );
        return None;
    };
    if kind == Kind::Automatic {
        let reason = "nobody supplies anything for this tool; add `manual` or `interactive`, or remove `on_response`";
        options.refuse("on_response", reason, errors);
        return None;
    }
    Some(path.path.clone())
}

/// Refuses what is about executions where there are none.
pub(super) fn check_executions(options: &Options, errors: &Errors) {
    const OF_EXECUTIONS: [&str; 4] = ["timeout", "idempotent", "sequential", "max_concurrency"];
    for name in OF_EXECUTIONS {
        let reason =
            format!("nothing executes a manual tool, so `{name}` has no effect; remove it");
        options.refuse(name, &reason, errors);
    }
}
