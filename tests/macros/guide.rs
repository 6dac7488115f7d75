//! The guide to mistakes quotes what the compiler says, as it is kept beside the cases.

use std::fs;
use std::path::Path;

const GUIDE: &str = include_str!("../../phaseo-agent/src/docs/mistakes.md");

/// A line without what differs from place to place.
fn plain(line: &str) -> String {
    let line = line.trim();
    let closure = line.find("{closure@").zip(line.find('}'));
    match closure {
        Some((start, end)) => format!("{}{{closure@..{}", &line[..start], &line[end..]),
        None => line.to_owned(),
    }
}

/// What is kept of what the compiler says, a case each.
fn said() -> Vec<Vec<String>> {
    let macros = Path::new(env!("CARGO_MANIFEST_DIR")).join("macros");
    let folders = ["tool/fail", "agent/fail"].map(|folder| macros.join(folder));
    let files = folders.iter().flat_map(|folder| {
        let files = fs::read_dir(folder).expect("the folder is there");
        files.map(|file| file.expect("the folder can be read").path())
    });
    let kept = files.filter(|file| file.extension().is_some_and(|end| end == "stderr"));
    kept.map(|file| {
        let text = fs::read_to_string(file).expect("the file can be read");
        text.lines().map(plain).collect()
    })
    .collect()
}

#[test]
fn the_guide_to_mistakes_quotes_the_compiler() {
    let said = said();
    let quotes: Vec<_> = GUIDE
        .split("```text\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert_eq!(quotes.len(), 10);
    for quote in quotes {
        let lines: Vec<_> = quote.lines().map(plain).collect();
        let is_said = |case: &Vec<String>| lines.iter().all(|line| case.contains(line));
        assert!(
            said.iter().any(is_said),
            "nothing is said like this:\n{quote}"
        );
    }
}
