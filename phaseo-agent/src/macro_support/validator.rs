//! Whether a value has a validator, and what it says.
//!
//! There are three answers: yes, no, and one that needs a context. A method that is found on `&&T`
//! wins over one on `&T`, and that over one on `T`.

use std::marker::PhantomData;

use crate::schema::Issue;

use super::output::Of;

/// A value, to ask what its validator says: `(&&&Validate(value)).issues(at)`.
#[derive(Debug)]
pub struct Validate<'a, T>(pub &'a T);

/// Found first, when `T` has a validator of the garde version that we re-export.
pub trait Validated {
    /// What the validator says, with `at` in front of the paths.
    fn issues(&self, at: &str) -> Issues;
}

impl<T: garde::Validate<Context: Default>> Validated for &&Validate<'_, T> {
    fn issues(&self, at: &str) -> Issues {
        let Err(report) = self.0.validate() else {
            return no_issues();
        };
        let join = |path: String| match (at, path.as_str()) {
            ("", _) => path,
            (at, "") => at.to_owned(),
            (at, inner) if inner.starts_with('[') => format!("{at}{inner}"),
            (at, inner) => format!("{at}.{inner}"),
        };
        report
            .iter()
            .map(|(path, error)| Issue::new(join(path.to_string()), error.message()))
            .collect()
    }
}

/// Found when there is no validator.
pub trait NotValidated {
    /// Nothing.
    fn issues(&self, _at: &str) -> Issues {
        no_issues()
    }
}

impl<T> NotValidated for Validate<'_, T> {}

/// A type, to ask whether it has a validator: `(&&&Validator::<T>::of()).found()`.
#[derive(Debug)]
pub struct Validator<T>(PhantomData<fn() -> T>);

impl<T> Validator<T> {
    /// The question.
    #[must_use]
    pub const fn of() -> Self {
        Self(PhantomData)
    }

    /// The question about a type that is named by a value.
    #[must_use]
    pub const fn of_kind(_: &Of<T>) -> Self {
        Self(PhantomData)
    }

    /// The question about the type of a value.
    #[must_use]
    pub const fn of_value(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// Found first, when `T` has a validator of the garde version that we re-export.
pub trait HasValidator {
    /// Yes.
    fn found(&self) -> bool {
        true
    }
}

impl<T: garde::Validate<Context: Default>> HasValidator for &&Validator<T> {}

/// Found when `T` has a validator that needs to be given something.
pub trait NeedsContext {
    /// What it needs.
    type Context;

    /// Refused: nobody gives it, and its rules would silently not hold.
    fn found(&self) -> bool
    where
        Self::Context: Supplied,
    {
        false
    }
}

impl<T: garde::Validate> NeedsContext for &Validator<T> {
    type Context = T::Context;
}

/// A context that a validator can be given.
#[diagnostic::on_unimplemented(
    message = "nobody gives a `{Self}` to the validator",
    label = "its `#[garde(context(..))]` is not `Default`",
    note = "implement `Default` for `{Self}`: values are validated with the default of their context; or write the rules \
            without a context"
)]
pub trait Supplied {}

#[diagnostic::do_not_recommend]
impl<C: Default> Supplied for C {}

/// Found when there is no validator.
pub trait HasNoValidator {
    /// No.
    fn found(&self) -> bool {
        false
    }
}

impl<T> HasNoValidator for Validator<T> {}

/// What is wrong with a value.
pub type Issues = Vec<Issue>;

/// Nothing, yet.
#[must_use]
pub fn no_issues() -> Issues {
    Vec::new()
}

/// A validator names fields as Rust does; models know them by their names in JSON.
#[must_use]
pub fn at_wire_names(mut issues: Issues, names: &[(&str, &str)]) -> Issues {
    for issue in &mut issues {
        let first = issue.path.find(['.', '[']).unwrap_or(issue.path.len());
        if let Some((_, wire_name)) = names.iter().find(|(name, _)| *name == &issue.path[..first]) {
            issue.path.replace_range(..first, wire_name);
        }
    }
    issues
}
