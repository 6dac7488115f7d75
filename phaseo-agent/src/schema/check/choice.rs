//! Which branch of a choice was meant.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::Value;

use super::{Walk, takes_objects, type_fits};
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
        if self.is_accepted() {
            self.visit_accepted_choice(branches, &meant, value, path, depth);
            return;
        }
        if meant.is_empty() {
            meant = branches.iter().collect();
        }
        let mut nearest: Vec<Vec<Issue>> = Vec::new();
        for branch in meant {
            let walk = self.visit_branch(branch, value, path, depth);
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

    /// The same for a value that its type has accepted: what it breaks of the rules of the branch that
    /// was meant.
    fn visit_accepted_choice(
        &mut self,
        branches: &'a [Value],
        meant: &[&'a Value],
        value: &Value,
        path: &str,
        depth: usize,
    ) {
        let mut broken: Option<Vec<Issue>> = None;
        let mut lists = Vec::new();
        for branch in meant {
            let mut walk = self.visit_branch(branch, value, path, depth);
            // The only one that can be meant is, whatever its type takes beside what it says.
            if meant.len() == 1 {
                self.is_mistyped |= walk.is_mistyped;
            } else if walk.is_mistyped {
                lists.append(&mut walk.lists);
                continue;
            }
            walk.issues.append(&mut walk.lists);
            if walk.issues.is_empty() {
                return;
            }
            broken.get_or_insert(walk.issues);
        }
        match broken {
            Some(mut issues) => self.issues.append(&mut issues),
            None => {
                self.is_mistyped = true;
                self.lists.append(&mut lists);
                if value.is_array() && branches.iter().any(|branch| self.is_object(branch)) {
                    let message = "expected object, found an array";
                    self.lists.push(Issue::new(path, message));
                }
            }
        }
    }

    fn visit_branch(&mut self, branch: &'a Value, value: &Value, path: &str, depth: usize) -> Self {
        let mut walk = Walk::new(self.root, self.accepted);
        walk.visits = self.visits;
        walk.visit_type(branch, value, path, depth + 1);
        self.visits = walk.visits;
        self.is_cut |= walk.is_cut;
        walk
    }

    fn is_object(&self, branch: &'a Value) -> bool {
        let reference = branch.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| self.resolve(reference));
        target
            .unwrap_or(branch)
            .get("type")
            .is_some_and(takes_objects)
    }

    /// Whether the members that name a branch (`const`, or the only name it knows) fit.
    fn could_be_meant(&self, branch: &'a Value, value: &Value, depth: usize) -> bool {
        if depth > self.most_depth() {
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
