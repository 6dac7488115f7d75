//! What somebody outside supplies for a manual or an interactive tool.

use std::fmt;
use std::future::Future;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;

use crate::schema::validators::{Validator, Validators};
use crate::tool::builder::{Response, Side, Supplied};
use crate::tool::{Interactive, ToolContext, ToolError, ToolInput};

use super::output::Of;

/// The output of a tool, to ask whether what is supplied in its place can be read and validated:
/// `(&&supplied(..)).checked()`.
#[derive(Debug)]
pub struct SuppliedOutput<'a, T>(&'a Side<T>);

/// The question about a tool's output.
#[must_use]
pub const fn supplied<T>(output: &Side<T>) -> SuppliedOutput<'_, T> {
    SuppliedOutput(output)
}

/// Found on `&SuppliedOutput<T>`, when `T` has a validator that can look at what is supplied.
pub trait TakesChecked<T> {
    /// It is looked at.
    fn checked(&self) -> Supplied<T, T>;
}

impl<T: DeserializeOwned + garde::Validate<Context: Default>> TakesChecked<T>
    for &SuppliedOutput<'_, T>
{
    fn checked(&self) -> Supplied<T, T> {
        Supplied::read(self.0.clone().readable().validated(Validators::garde()))
    }
}

/// Found on `SuppliedOutput<T>`, when there is none.
pub trait TakesUnchecked<T> {
    /// Only the schema looks at it.
    fn checked(&self) -> Supplied<T, T>;
}

impl<T> TakesUnchecked<T> for SuppliedOutput<'_, T> {
    fn checked(&self) -> Supplied<T, T> {
        Supplied::of(self.0)
    }
}

/// What the function of an interactive tool gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what an interactive tool returns",
    label = "expected `Interactive<T>`",
    note = "return `Interactive<T>` or `Result<Interactive<T>, E>`, where `T` is the type of the output"
)]
pub trait HandsOver {
    /// The type of the output.
    type Output;

    /// The output, or what a person is told who supplies it.
    fn handed(self) -> Interactive<Self::Output>;
}

#[diagnostic::do_not_recommend]
impl<T> HandsOver for Interactive<T> {
    type Output = T;

    fn handed(self) -> Self {
        self
    }
}

/// What an interactive tool's function gives, an `I`, and what its output is.
#[derive(Debug)]
pub struct Handing<I, T> {
    hand: fn(I) -> Interactive<T>,
}

impl<I, T> Clone for Handing<I, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, T> Copy for Handing<I, T> {}

/// Asks of `I` to be what an interactive tool returns.
#[must_use]
pub fn handing<I: HandsOver>(_: Of<I>) -> Handing<I, I::Output> {
    Handing { hand: I::handed }
}

impl<I, T> Handing<I, T> {
    /// Names the output.
    #[must_use]
    pub fn output(&self) -> Of<T> {
        Of::new()
    }

    /// The output, or what a person is told who supplies it.
    ///
    /// # Errors
    /// The error that was returned.
    pub fn hand(&self, returned: Result<I, ToolError>) -> Result<Interactive<T>, ToolError> {
        returned.map(self.hand)
    }
}

/// The function of `on_response`: makes a `T` of an `S` that is supplied.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `on_response` of this tool",
    label = "not an `async fn(Supplied, ToolContext) -> Result<{T}, E>`",
    note = "write an `async fn` that takes what is supplied and the `ToolContext`, and gives a `Result<{T}, E>`"
)]
pub trait Responds<S, T>: Send + Sync + 'static {
    /// Makes the output.
    fn respond(
        &self,
        supplied: S,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<T, ToolError>>;
}

#[diagnostic::do_not_recommend]
impl<S, T, E, F, Fut> Responds<S, T> for F
where
    E: Into<ToolError>,
    F: Fn(S, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<T, E>> + Send + 'static,
{
    fn respond(
        &self,
        supplied: S,
        context: ToolContext,
    ) -> BoxFuture<'static, Result<T, ToolError>> {
        self(supplied, context)
            .map(|returned| returned.map_err(Into::into))
            .boxed()
    }
}

/// An `on_response` that makes a `T` of an `S`.
pub struct Responder<S, T> {
    side: Side<S>,
    response: Response<S, T>,
}

/// Asks of `response` to make the output of the tool.
pub fn responder<S: ToolInput, T, R: Responds<S, T>>(_: Of<T>, response: R) -> Responder<S, T> {
    Responder {
        side: Side::of_supplied(),
        response: Box::new(move |supplied, context| response.respond(supplied, context)),
    }
}

impl<S, T> Responder<S, T> {
    /// Names what is supplied.
    #[must_use]
    pub fn takes(&self) -> Of<S> {
        Of::new()
    }

    /// What is supplied, and looked at by its validator.
    #[must_use]
    pub fn supplied(self, validator: Option<Validator<S>>) -> Supplied<S, T> {
        let side = self.side.validated(Validators::none().whole(validator));
        Supplied::answered(side, self.response)
    }
}

impl<S, T> fmt::Debug for Responder<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Responder").finish_non_exhaustive()
    }
}
