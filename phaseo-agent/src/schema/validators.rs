//! What validates values beyond their type.

use std::fmt;
use std::sync::Arc;

use super::Issue;

/// Finds what is wrong with a value that its type accepts.
pub type Validator<T> = Arc<dyn Fn(&T) -> Vec<Issue> + Send + Sync>;

/// What validates values of type `T`, and which of the rules that their schema states. An agent does not
/// build with a schema that states rules which nothing checks.
pub struct Validators<T> {
    parts: Vec<(Checks, Validator<T>)>,
    /// Properties of which it is known that no validator checks a rule.
    unchecked: Vec<&'static str>,
}

/// What a validator looks at.
#[derive(Clone, Debug)]
enum Checks {
    Whole,
    /// The properties of these names in Rust and in JSON. The validator says the first.
    Fields(&'static [(&'static str, &'static str)]),
    /// The value of this property. The validator knows nothing of what is around it.
    Inside(&'static str),
}

impl<T> Validators<T> {
    /// Nothing is validated.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            parts: Vec::new(),
            unchecked: Vec::new(),
        }
    }

    /// The value is, by its garde rules.
    pub(crate) fn garde() -> Self
    where
        T: garde::Validate<Context: Default>,
    {
        Self::none().whole(Some(Arc::new(|value: &T| {
            Issue::of_report(value.validate())
        })))
    }

    /// The value as a whole is, if there is a validator.
    #[must_use]
    pub fn whole(self, validator: Option<Validator<T>>) -> Self {
        self.and(Checks::Whole, validator)
    }

    /// The fields that have these names in Rust and in JSON are, if there is a validator.
    #[must_use]
    pub fn fields(
        self,
        names: &'static [(&'static str, &'static str)],
        validator: Option<Validator<T>>,
    ) -> Self {
        self.and(Checks::Fields(names), validator)
    }

    /// The value of the field of this name in JSON is, if it has a validator.
    #[must_use]
    pub fn inside(self, name: &'static str, validator: Option<Validator<T>>) -> Self {
        self.and(Checks::Inside(name), validator)
    }

    /// The rules that the schema states for the field of this name in JSON are not, whoever validates it.
    #[must_use]
    pub fn unchecked(mut self, name: &'static str) -> Self {
        self.unchecked.push(name);
        self
    }

    fn and(mut self, checks: Checks, validator: Option<Validator<T>>) -> Self {
        self.parts
            .extend(validator.map(|validator| (checks, validator)));
        self
    }

    /// Whether the rules for a property are checked; the empty name is the value as a whole.
    pub(crate) fn cover(&self, property: &str) -> bool {
        let covers = |checks: &Checks| match checks {
            Checks::Whole => true,
            Checks::Fields(names) => names.iter().any(|(_, name)| *name == property),
            Checks::Inside(name) => *name == property,
        };
        !self.unchecked.contains(&property) && self.parts.iter().any(|(checks, _)| covers(checks))
    }

    /// What is wrong with `value`. This is the user's code, which may panic.
    pub(crate) fn issues(&self, value: &T) -> Vec<Issue> {
        let found = self.parts.iter().flat_map(|(checks, validator)| {
            let issues = validator(value).into_iter();
            issues.map(|issue| checks.place(issue))
        });
        found.collect()
    }
}

impl Checks {
    /// The issue at its place in JSON.
    fn place(&self, mut issue: Issue) -> Issue {
        match self {
            Self::Whole => issue,
            Self::Inside(name) => issue.inside(name),
            Self::Fields(names) => {
                let first = issue.path.find(['.', '[']).unwrap_or(issue.path.len());
                let known = names.iter().find(|(name, _)| *name == &issue.path[..first]);
                if let Some((_, name)) = known {
                    issue.path.replace_range(..first, name);
                }
                issue
            }
        }
    }
}

impl<T> Clone for Validators<T> {
    fn clone(&self) -> Self {
        Self {
            parts: self.parts.clone(),
            unchecked: self.unchecked.clone(),
        }
    }
}

impl<T> fmt::Debug for Validators<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let checks = self.parts.iter().map(|(checks, _)| checks);
        f.debug_list().entries(checks).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(path: &'static str) -> Option<Validator<u8>> {
        Some(Arc::new(move |value: &u8| {
            vec![Issue::new(path, format!("is {value}"))]
        }))
    }

    #[test]
    fn issues_are_placed_and_named_as_in_json() {
        let validators = Validators::none()
            .fields(&[("kind", "type"), ("size", "size")], says("kind[0].of"))
            .inside("at", says("[1]"))
            .inside("by", says(""))
            .whole(says(""))
            .whole(None);
        let issues = validators.issues(&7);
        let lines: Vec<_> = issues.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            ["type[0].of: is 7", "at[1]: is 7", "by: is 7", "is 7"]
        );
    }

    #[test]
    fn what_has_a_validator_is_covered_and_nothing_else() {
        let some = Validators::none()
            .fields(&[("kind", "type")], says(""))
            .inside("at", says(""))
            .inside("by", None);
        assert_eq!(
            ["type", "at", "kind", "by", ""].map(|name| some.cover(name)),
            [true, true, false, false, false]
        );
        assert!(Validators::none().whole(says("")).cover("any"));
        assert!(!some.unchecked("at").cover("at"));
        assert!(!Validators::<u8>::none().cover(""));
    }
}
