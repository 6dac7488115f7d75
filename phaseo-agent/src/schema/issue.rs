//! One thing that is wrong with a value.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One thing that is wrong with a value, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Issue {
    /// Where in the value, such as `items[2].city`; empty for the value as a whole.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl Issue {
    /// The most issues that are told at once.
    pub(crate) const MOST: usize = 20;

    /// An issue at `path`.
    #[must_use]
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
        }
    }

    /// The same issue of a value that is the property `outer` of another.
    pub(crate) fn inside(mut self, outer: &str) -> Self {
        self.path = match self.path.as_str() {
            "" => outer.to_owned(),
            inner if inner.starts_with('[') => format!("{outer}{inner}"),
            inner => format!("{outer}.{inner}"),
        };
        self
    }

    /// What a garde validator said.
    pub(crate) fn of_report(validated: Result<(), garde::Report>) -> Vec<Self> {
        let report = validated.err();
        let issues = report.iter().flat_map(garde::Report::iter);
        issues
            .map(|(path, error)| Self::new(path.to_string(), error.message()))
            .collect()
    }

    /// As many as one learns from, and that there are more if there are: what a model is told of
    /// 50,000 wrong items helps it no more.
    #[must_use]
    pub(crate) fn capped(mut issues: Vec<Self>) -> Vec<Self> {
        if issues.len() > Self::MOST {
            issues.truncate(Self::MOST);
            issues.push(Self::new("", "and more"));
        }
        issues
    }

    /// The issues of `more` joined into one line.
    #[must_use]
    pub(crate) fn join(issues: &[Self]) -> String {
        let lines: Vec<_> = issues.iter().map(Self::to_string).collect();
        lines.join("; ")
    }
}

/// The path of the field `name` of what stands at `path`.
pub(super) fn field(path: &str, name: &str) -> String {
    match path {
        "" => short(name),
        path => format!("{path}.{}", short(name)),
    }
}

/// The name of a field, short: the model may have made it up.
fn short(name: &str) -> String {
    const LONGEST: usize = 64;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}
