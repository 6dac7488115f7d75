//! What a function returns: whether its type is a `Result`, and what can be done with the value.
//!
//! A method that is found on `&T` wins over one that is found on `&&T`.

use std::convert::Infallible;
use std::marker::PhantomData;

use crate::schema::{Issue, Schema};
use crate::tool::{Finished, Interactive, Output, ToolError, ToolOutput};

use super::validator::Issues;

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

/// The type that a function returns on success.
#[derive(Debug)]
pub struct Of<T>(PhantomData<fn() -> T>);

impl<T> Of<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// Found on `Returns<Result<T, E>>`. It asks nothing of `T` and `E`, so that a type that will not
/// do is refused by the bounds of [`writer`] and [`succeeded`], in their words.
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

/// What can be done with outputs of type `T`.
#[derive(Debug)]
pub struct Writer<T> {
    schema: fn() -> Schema,
    write: fn(&T) -> Result<Output, serde_json::Error>,
}

/// Asks of `T` what an output needs, once for all that is done with it.
#[must_use]
pub fn writer<T: ToolOutput>(_: Of<T>) -> Writer<T> {
    Writer {
        schema: Schema::of_output::<T>,
        write: Output::of::<T>,
    }
}

impl<T> Writer<T> {
    /// The schema of the output.
    #[must_use]
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }

    /// Writes an output that its validator found no fault with.
    ///
    /// # Errors
    /// When the validator found issues, or the value cannot be written as JSON.
    pub fn write(&self, value: &T, issues: &[Issue]) -> Result<Output, ToolError> {
        if issues.is_empty() {
            Ok((self.write)(value)?)
        } else {
            Err(format!("the output is not valid: {}", Issue::join(issues)).into())
        }
    }

    /// Writes the output of an interactive tool, if it has one, or hands the call over.
    ///
    /// # Errors
    /// Those of [`write`](Self::write).
    pub fn finish(
        &self,
        handed: Interactive<T>,
        issues: fn(&T) -> Issues,
    ) -> Result<Finished, ToolError> {
        match handed {
            Interactive::Done(value) => self.write(&value, &issues(&value)).map(Finished::Output),
            Interactive::Pending(reason) => Ok(Finished::HandedOver { reason }),
        }
    }
}
