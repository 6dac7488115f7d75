//! What a schema refuses, the tool refuses, and says where.

use std::collections::BTreeMap;

use serde_json::Value;

use super::echo::{self, Answer, answer};
use super::negation::{self, Negation};

#[test]
fn what_a_schema_refuses_is_refused_with_its_place() {
    let mut faults = BTreeMap::new();
    let mut counts = BTreeMap::new();
    for echo in echo::all() {
        let name = echo.tool.name();
        echo.check_values(12, |written| {
            let value = serde_json::from_str(&echo.arguments(written)).expect("it is JSON");
            for negation in negation::of(echo.tool.input_schema().tree(), &value) {
                if negation.value == Value::Null {
                    // Some models say so that there are no arguments, and it is read as `{}`.
                    continue;
                }
                *counts.entry(name.to_owned()).or_insert(0) += 1;
                let answer = answer(&echo.tool, &negation.value);
                if let Some(fault) = fault(&negation, &answer) {
                    faults.insert(format!("{name}: {}", negation.change), fault);
                }
            }
            Ok(())
        });
    }
    assert_eq!(faults, BTreeMap::new());
    println!("values refused: {counts:?}");
    let fewest = counts.values().min();
    assert!(fewest > Some(&50), "{counts:?}");
    assert_eq!(counts.len(), echo::all().len());
}

/// What is wrong with the answer to a value that has to be refused.
fn fault(negation: &Negation, answer: &Answer) -> Option<String> {
    let Answer::Refused(issues) = answer else {
        return Some(format!("accepted: {answer:?}"));
    };
    let issues = issues.trim_end_matches('.').split("; ");
    let mut paths = issues.map(|issue| issue.split_once(": ").map_or("", |(path, _)| path));
    let is_named = |path: &str| match &negation.choice {
        _ if path == negation.path => true,
        Some(choice) => path
            .strip_prefix(&**choice)
            .is_some_and(|inner| inner.is_empty() || inner.starts_with(['.', '['])),
        // What is wrong with the whole has no path.
        None => negation.path.is_empty(),
    };
    (!paths.any(is_named)).then(|| format!("refused elsewhere: {answer:?}"))
}
