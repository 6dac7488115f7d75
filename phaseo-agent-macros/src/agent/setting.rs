//! Settings that may be another from turn to turn.

use proc_macro2::Span;
use syn::{Expr, Type, parse_quote_spanned};

use crate::callable::Callable;
use crate::errors::Errors;
use crate::options::Options;
use crate::support::Support;

/// A setting of a question.
pub(super) enum Setting<V> {
    /// Written as it is.
    Written(V),
    /// A constant or a function of the turn; which of the two, the compiler finds out.
    Given(Callable),
}

/// What the option says; `written` reads a literal of the `kind` that the option takes.
pub(super) fn check<V>(
    options: &Options,
    name: &str,
    kind: &str,
    errors: &Errors,
    written: impl FnOnce() -> Option<V>,
) -> Option<Setting<V>> {
    let value = options.value(name, errors)?;
    match value {
        Expr::Lit(_) | Expr::Unary(_) => return written().map(Setting::Written),
        Expr::Path(_) | Expr::Macro(_) => {
            return Some(Setting::Given(Callable::Path(value.clone())));
        }
        Expr::Closure(_) => return of_turn(value, name, errors).map(Setting::Given),
        _ => {}
    }
    let example = options.example(name);
    let message = format!(
        "`{name}` takes {kind}, a constant or a function of the turn; write `{example}` or `{name} = |turn| ..`"
    );
    errors.at(value, message);
    None
}

/// What `each_turn` says.
pub(super) fn each_turn(options: &Options, errors: &Errors) -> Option<Callable> {
    let name = "each_turn";
    let value = options.value(name, errors)?;
    match value {
        Expr::Path(_) => return Some(Callable::Path(value.clone())),
        Expr::Closure(_) => return of_turn(value, name, errors),
        _ => {}
    }
    let example = options.example(name);
    let message = format!(
        "`{name}` takes a closure or the path of a function of the turn; write `{example}`"
    );
    errors.at(value, message);
    None
}

/// A closure of the turn.
fn of_turn(value: &Expr, name: &str, errors: &Errors) -> Option<Callable> {
    let Expr::Closure(closure) = value else {
        return None;
    };
    if closure.inputs.len() != 1 {
        let message = format!("a function of the turn takes the turn; write `{name} = |turn| ..`");
        errors.at(value, message);
        return None;
    }
    if closure.asyncness.is_some() {
        let message = format!(
            "a function of the turn is not async; write `{name} = |turn| ..` without `async`"
        );
        errors.at(closure.asyncness, message);
        return None;
    }
    Some(Callable::Closure(closure.clone()))
}

/// The type of a parameter that is the turn.
pub(super) fn turn(support: &Support, span: Span) -> Type {
    let support = support.at(span);
    parse_quote_spanned!(span=> &#support::Turn<'_>)
}

/// It as an expression, for the turn.
pub(super) fn typed(callable: &Callable, support: &Support) -> Expr {
    callable.typed(|_, span| turn(support, span))
}
