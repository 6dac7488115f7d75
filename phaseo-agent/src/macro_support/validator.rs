//! Whether a value has a validator.
//!
//! There are three answers: yes, no, and one that needs a context. A method that is found on `&&T`
//! wins over one on `&T`, and that over one on `T`.

use std::fmt;
use std::sync::Arc;

use crate::schema::Issue;
use crate::schema::validators::Validator;

use super::output::Of;

/// A `T` in each `I`, to ask whether it has a validator: `(&&&part(..)).validator()`.
pub struct Part<I, T>(fn(&I) -> &T);

/// The question about what `get` finds.
#[must_use]
pub const fn part<I, T>(get: fn(&I) -> &T) -> Part<I, T> {
    Part(get)
}

/// The question about a value as a whole.
#[must_use]
pub const fn whole<T>(_: Of<T>) -> Part<T, T> {
    Part(|value| value)
}

/// Found first, when `T` has a validator of the garde version that we re-export.
pub trait HasValidator<I> {
    /// That validator.
    fn validator(&self) -> Option<Validator<I>>;
}

impl<I: 'static, T: garde::Validate<Context: Default> + 'static> HasValidator<I> for &&Part<I, T> {
    fn validator(&self) -> Option<Validator<I>> {
        let Part(get) = ***self;
        Some(Arc::new(move |value| {
            Issue::of_report(get(value).validate())
        }))
    }
}

/// Found when `T` has a validator that needs to be given something.
pub trait NeedsContext<I> {
    /// What it needs.
    type Context;

    /// Refused: nobody gives it, and its rules would silently not hold.
    fn validator(&self) -> Option<Validator<I>>
    where
        Self::Context: Given,
    {
        None
    }
}

impl<I, T: garde::Validate> NeedsContext<I> for &Part<I, T> {
    type Context = T::Context;
}

/// A context that a validator can be given.
#[diagnostic::on_unimplemented(
    message = "nobody gives a `{Self}` to the validator",
    label = "its `#[garde(context(..))]` is not `Default`",
    note = "implement `Default` for `{Self}`: values are validated with the default of their context; or write the rules \
            without a context"
)]
pub trait Given {}

#[diagnostic::do_not_recommend]
impl<C: Default> Given for C {}

/// Found when there is no validator.
pub trait HasNoValidator<I> {
    /// None.
    fn validator(&self) -> Option<Validator<I>> {
        None
    }
}

impl<I, T> HasNoValidator<I> for Part<I, T> {}

impl<I, T> fmt::Debug for Part<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").finish_non_exhaustive()
    }
}

/// The report of the garde version that we re-export.
#[diagnostic::on_unimplemented(
    message = "this `garde` is another version than phaseo-agent's, so nothing would check the rule",
    label = "depend on garde 0.23"
)]
pub trait OurReport {}

impl OurReport for garde::Report {}

/// Asserts that a report is of the garde version that we re-export: rules of another would silently not
/// be checked.
pub const fn assert_garde<R: OurReport>() {}
