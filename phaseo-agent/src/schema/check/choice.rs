//! Which branch of a choice was meant.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::Value;

use super::{MAX_DEPTH, Walk, type_fits};
use crate::schema::Issue;

impl<'a> Walk<'a> {
    /// A value that fits one branch is fine. Otherwise the branch whose tag fits is the one that was
    /// meant; if no tag tells, the branch that complains least, or all of them if they are alike.
    pub(super) fn visit_choice(
        &mut self,
        branches: &'a [Value],
        value: &Value,
        path: &str,
        depth: usize,
    ) {
        let mut meant: Vec<&Value> = branches
            .iter()
            .filter(|branch| self.could_be_meant(branch, value, depth))
            .collect();
        if meant.is_empty() {
            meant = branches.iter().collect();
        }
        let mut nearest: Vec<Vec<Issue>> = Vec::new();
        for branch in meant {
            let mut walk = Walk {
                root: self.root,
                issues: Vec::new(),
                visits: self.visits,
                is_cut: false,
                only_rules: self.only_rules,
            };
            walk.visit(branch, value, path, depth + 1);
            self.visits = walk.visits;
            self.is_cut |= walk.is_cut;
            if walk.issues.is_empty() {
                return;
            }
            // Something wrong inside the value is nearer than a value of another kind.
            let rank = |issues: &[Issue]| {
                let inside = issues.iter().any(|issue| issue.path != path);
                (!inside, issues.len())
            };
            match nearest
                .first()
                .map(|best| rank(&walk.issues).cmp(&rank(best)))
            {
                Some(Ordering::Greater) => {}
                Some(Ordering::Equal) => nearest.push(walk.issues),
                Some(Ordering::Less) | None => nearest = vec![walk.issues],
            }
        }
        let mut said: Vec<_> = nearest.into_iter().flatten().collect();
        let mut seen = BTreeSet::new();
        said.retain(|issue| seen.insert(issue.clone()));
        match one_of_all(&said) {
            Some(merged) => self.issues.push(merged),
            None => self.issues.append(&mut said),
        }
    }

    /// Whether the members that name a branch (`const`, or the only name it knows) fit.
    fn could_be_meant(&self, branch: &'a Value, value: &Value, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        if let Some(target) = branch
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|at| self.resolve(at))
        {
            return self.could_be_meant(target, value, depth + 1);
        }
        if let Some(types) = branch.get("type")
            && !type_fits(types, value)
        {
            return false;
        }
        let (Some(properties), Some(fields)) = (
            branch.get("properties").and_then(Value::as_object),
            value.as_object(),
        ) else {
            return true;
        };
        let tags_fit = properties.iter().all(|(name, property)| {
            property
                .get("const")
                .is_none_or(|tag| fields.get(name).is_none_or(|value| value == tag))
        });
        // `{"Name": ..}`: an enum's variant by its only field.
        let is_variant = properties.len() == 1
            && branch.get("additionalProperties") == Some(&Value::Bool(false));
        tags_fit && (!is_variant || properties.keys().all(|name| fields.contains_key(name)))
    }
}

/// What several branches expected in one place, as one issue.
fn one_of_all(said: &[Issue]) -> Option<Issue> {
    let [first, _, ..] = said else { return None };
    let mut expected = BTreeSet::new();
    for issue in said.iter().filter(|issue| issue.path == first.path) {
        let (names, _) = issue
            .message
            .strip_prefix("expected ")?
            .split_once(", found ")?;
        expected.insert(names.strip_prefix("one of ").unwrap_or(names));
    }
    let (_, found) = first.message.split_once(", found ")?;
    let same_place = said.iter().all(|issue| issue.path == first.path);
    let expected: Vec<_> = expected.into_iter().collect();
    let message = format!("expected {}, found {found}", expected.join(" or "));
    same_place.then(|| Issue::new(&first.path, message))
}
