//! What a function returns: whether its type is a `Result`, and what can be done with the value.
//!
//! A method that is found on `&T` wins over one that is found on `&&T`.

use std::convert::Infallible;
use std::marker::PhantomData;

use crate::schema::validators::{Validator, Validators};
use crate::tool::builder::Side;
use crate::tool::{ToolError, ToolOutput};

/// The return type `R` of the user's function, to ask whether it is a `Result`.
#[derive(Debug)]
pub struct Returns<R>(PhantomData<fn() -> R>);

impl<R> Returns<R> {
    /// The question.
    #[expect(clippy::new_without_default, reason = "only expansions make one")]
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Clone for Returns<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Returns<R> {}

/// The name of a type, as a value.
#[derive(Debug)]
pub struct Of<T>(PhantomData<fn() -> T>);

impl<T> Of<T> {
    /// The name.
    #[expect(clippy::new_without_default, reason = "only expansions make one")]
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Clone for Of<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Of<T> {}

/// Found on `Returns<Result<T, E>>`. It asks nothing of `T` and `E`, so that a type that will not
/// do is refused by the bounds of [`outputs`] and [`succeeded`], in their words.
pub trait ReturnsResult {
    /// The success type.
    type Value;
    /// The error type.
    type Error;
    /// Names the success type.
    fn kind(&self) -> Of<Self::Value>;
    /// What the function returned, as a `Result`.
    ///
    /// # Errors
    /// The error that was returned.
    fn value(&self, returned: Result<Self::Value, Self::Error>)
    -> Result<Self::Value, Self::Error>;
}

impl<T, E> ReturnsResult for Returns<Result<T, E>> {
    type Value = T;
    type Error = E;

    fn kind(&self) -> Of<T> {
        Of::new()
    }

    fn value(&self, returned: Result<T, E>) -> Result<T, E> {
        returned
    }
}

/// Found on `&Returns<T>`, when the return type is not a `Result`.
pub trait ReturnsValue {
    /// The return type.
    type Value;
    /// Names the return type.
    fn kind(&self) -> Of<Self::Value>;
    /// What the function returned, as a `Result`.
    ///
    /// # Errors
    /// None.
    fn value(&self, returned: Self::Value) -> Result<Self::Value, Infallible>;
}

impl<T> ReturnsValue for &Returns<T> {
    type Value = T;

    fn kind(&self) -> Of<T> {
        Of::new()
    }

    fn value(&self, returned: T) -> Result<T, Infallible> {
        Ok(returned)
    }
}

/// The value, or the error as a tool error.
///
/// # Errors
/// The error that was returned.
pub fn succeeded<T, E: Fails>(returned: Result<T, E>) -> Result<T, ToolError> {
    returned.map_err(Into::into)
}

/// What the function of a tool or an agent may fail with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool or an agent",
    label = "not an error",
    note = "implement `std::error::Error` for `{Self}` (`#[derive(thiserror::Error)]` does), or fail with `ToolError`, \
            `String` or `&str`"
)]
pub trait Fails: Into<ToolError> {}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> Fails for E {}

/// Asks of `T` what an output or a progress value needs.
#[must_use]
pub fn outputs<T: ToolOutput>(_: Of<T>, validator: Option<Validator<T>>) -> Side<T> {
    Side::of_output().validated(Validators::none().whole(validator))
}
