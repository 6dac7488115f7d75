//! The option `approval`.

use syn::{Expr, ExprLit, Lit, Type, parse_quote_spanned};

use crate::callable::Callable;
use crate::errors::Errors;
use crate::options::Options;
use crate::support::Support;

/// Who decides whether a call runs.
pub(super) enum Approval {
    /// Nobody: it runs.
    Open,
    /// A person, for every call.
    Always,
    /// A person, if this asks.
    Rule(Rule),
}

/// What decides whether a person is asked.
pub(super) struct Rule(Callable);

/// What the option says.
pub(super) fn check(options: &Options, errors: &Errors) -> Approval {
    let Some(value) = options.value("approval", errors) else {
        return Approval::Open;
    };
    let message = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(flag),
            ..
        }) if flag.value => return Approval::Always,
        Expr::Path(_) => return Approval::Rule(Rule(Callable::Path(value.clone()))),
        Expr::Closure(closure) if (1..=2).contains(&closure.inputs.len()) => {
            return Approval::Rule(Rule(Callable::closure(closure)));
        }
        Expr::Closure(_) => {
            "an approval rule looks at the input, or at the input and the context; write `|input| ..` or \
             `|input, context| ..`"
        }
        Expr::Lit(ExprLit {
            lit: Lit::Bool(_), ..
        }) => "without `approval` no approval is asked for; leave it out",
        _ => {
            "`approval` takes `true`, a closure or the path of a function; write `approval = true` or \
             `approval = |input| ..`"
        }
    };
    errors.at(value, message);
    Approval::Open
}

impl Rule {
    /// The rule for inputs of a type: a closure's parameters get theirs.
    pub(super) fn typed(&self, support: &Support, input: &Type) -> Expr {
        self.0.typed(|index, span| match index {
            0 => parse_quote_spanned!(span=> &#input),
            _ => {
                let support = support.at(span);
                parse_quote_spanned!(span=> &#support::ToolContext)
            }
        })
    }
}
