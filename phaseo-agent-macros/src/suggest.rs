//! "Did you mean": the known name that is nearest to what was written.

/// The nearest of `known`, if it is near enough to be what was meant.
pub(crate) fn nearest<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let tolerated = 1 + written.chars().count() / 4;
    known
        .into_iter()
        .map(|name| (distance(written, name), name))
        .filter(|&(distance, _)| distance <= tolerated)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// "did you mean `timeout`?", or the names to choose from.
pub(crate) fn instead<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    match nearest(written, known.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("expected {}", list(known, "`")),
    }
}

/// "`a`, `b` or `c`", each between two of `quote`.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>, quote: &str) -> String {
    let names: Vec<_> = names
        .into_iter()
        .map(|name| format!("{quote}{name}{quote}"))
        .collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The number of characters to insert, delete or replace to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, left) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &right) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 4] = ["name", "timeout", "on_error", "approval"];

    #[test]
    fn a_slip_finds_the_name_that_was_meant() {
        assert_eq!(nearest("nmae", KNOWN), Some("name"));
        assert_eq!(nearest("timout", KNOWN), Some("timeout"));
        assert_eq!(nearest("on-error", KNOWN), Some("on_error"));
        assert_eq!(nearest("colour", KNOWN), None);
    }

    #[test]
    fn without_a_near_name_all_are_listed() {
        assert_eq!(instead("nmae", KNOWN), "did you mean `name`?");
        assert_eq!(
            instead("colour", KNOWN),
            "expected `name`, `timeout`, `on_error` or `approval`"
        );
        assert_eq!(list(["a"], "\""), "\"a\"");
    }

    #[test]
    fn the_distance_counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
