//! What an option is given to call.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprAsync, ExprClosure, Pat, PatType, Stmt, Token, Type, parse_quote_spanned};

/// What an option is given to call: a path, or a closure whose parameters have no types yet.
pub(crate) enum Callable {
    Path(Expr),
    Closure(ExprClosure),
}

impl Callable {
    /// An async closure is always in the same form.
    pub(crate) fn closure(closure: &ExprClosure) -> Self {
        Self::Closure(in_one_form(closure.clone()))
    }

    /// It as an expression. The parameters of a closure that have no types get the `index`th of
    /// `types`, which is told where the parameter stands.
    pub(crate) fn typed(&self, types: impl Fn(usize, Span) -> Type) -> Expr {
        let mut closure = match self {
            Self::Path(path) => return path.clone(),
            Self::Closure(closure) => closure.clone(),
        };
        for (index, parameter) in closure.inputs.iter_mut().enumerate() {
            if matches!(parameter, Pat::Type(_)) {
                continue;
            }
            let span = parameter.span();
            *parameter = Pat::Type(PatType {
                attrs: Vec::new(),
                pat: Box::new(parameter.clone()),
                colon_token: Token![:](span),
                ty: Box::new(types(index, span)),
            });
        }
        Expr::Closure(closure)
    }
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
