//! The option `approval`.

use syn::spanned::Spanned;
use syn::{
    Expr, ExprAsync, ExprClosure, ExprLit, Lit, Pat, PatType, Stmt, Type, parse_quote_spanned,
};

use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::options::Options;

/// Who decides whether a call runs.
pub(super) enum Approval {
    /// Nobody: it runs.
    Open,
    /// A person, for every call.
    Always,
    /// A person, if this asks: a path, or a closure whose parameters have no types yet.
    Rule(Rule),
}

/// What decides whether a person is asked.
pub(super) enum Rule {
    Path(Expr),
    Closure(ExprClosure),
}

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
        Expr::Path(_) => return Approval::Rule(Rule::Path(value.clone())),
        Expr::Closure(closure) if (1..=2).contains(&closure.inputs.len()) => {
            return Approval::Rule(Rule::Closure(in_one_form(closure.clone())));
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

/// `|input| async move { .. }` as `async |input| { .. }`: a future that a closure gives cannot borrow
/// what the closure was given, that of an async closure can.
fn in_one_form(mut closure: ExprClosure) -> ExprClosure {
    if closure.asyncness.is_none()
        && matches!(closure.output, syn::ReturnType::Default)
        && let Some(future) = future(&closure.body)
    {
        let block = &future.block;
        closure.asyncness = Some(future.async_token);
        closure.body = parse_quote_spanned!(block.span()=> #block);
    }
    closure
}

/// The `async` block that an expression is, also in braces.
fn future(body: &Expr) -> Option<&ExprAsync> {
    match body {
        Expr::Async(future) if future.attrs.is_empty() => Some(future),
        Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
            match block.block.stmts.as_slice() {
                [Stmt::Expr(inner, None)] => future(inner),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Rule {
    /// The rule for inputs of a type: a closure's parameters get theirs.
    pub(super) fn typed(&self, root: &CratePath, input: &Type) -> Expr {
        let mut closure = match self {
            Self::Path(path) => return path.clone(),
            Self::Closure(closure) => closure.clone(),
        };
        for (index, parameter) in closure.inputs.iter_mut().enumerate() {
            if matches!(parameter, Pat::Type(_)) {
                continue;
            }
            let span = parameter.span();
            let ty: Type = match index {
                0 => parse_quote_spanned!(span=> &#input),
                _ => {
                    let root = root.at(span);
                    parse_quote_spanned!(span=> &#root::tool::ToolContext)
                }
            };
            *parameter = Pat::Type(PatType {
                attrs: Vec::new(),
                pat: Box::new(parameter.clone()),
                colon_token: syn::Token![:](span),
                ty: Box::new(ty),
            });
        }
        Expr::Closure(closure)
    }
}
