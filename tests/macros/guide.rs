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

/// A case: what its user writes, and what is kept of what the compiler says.
struct Case {
    written: Vec<String>,
    said: Vec<String>,
}

fn cases() -> Vec<Case> {
    let macros = Path::new(env!("CARGO_MANIFEST_DIR")).join("macros");
    let folders = ["tool/fail", "agent/fail"].map(|folder| macros.join(folder));
    let files = folders.iter().flat_map(|folder| {
        let files = fs::read_dir(folder).expect("the folder is there");
        files.map(|file| file.expect("the folder can be read").path())
    });
    let lines = |file: &Path| {
        let text = fs::read_to_string(file).expect("the file can be read");
        text.lines().map(plain).collect()
    };
    files
        .filter(|file| file.extension().is_some_and(|end| end == "stderr"))
        .map(|file| Case {
            written: lines(&file.with_extension("rs")),
            said: lines(&file),
        })
        .collect()
}

/// Whether these lines stand among others, in this order.
fn stand_in(lines: &[String], others: &[String]) -> bool {
    let mut others = others.iter();
    lines.iter().all(|line| others.any(|other| other == line))
}

/// The lines of the first block that begins with this fence, but for hidden ones.
fn block(text: &str, fence: &str) -> Vec<String> {
    let begin = text.find(fence).expect("there is a block") + fence.len();
    let block = text[begin..].split("```").next().unwrap_or_default();
    let shown = block.lines().filter(|line| !line.trim().starts_with("# "));
    shown.map(plain).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_guide_to_mistakes_quotes_the_compiler() {
    let cases = cases();
    let (mistakes, _) = GUIDE
        .split_once("\n# What only")
        .expect("the guide has two parts");
    let mistakes: Vec<_> = mistakes.split("\n## ").skip(1).collect();
    assert_eq!(mistakes.len(), 10);
    for mistake in mistakes {
        let written = block(mistake, "```compile_fail\n");
        let said = block(mistake, "```text\n");
        let is_quoted =
            |case: &Case| stand_in(&written, &case.written) && stand_in(&said, &case.said);
        assert!(
            cases.iter().any(is_quoted),
            "no case is like this:\n{mistake}"
        );
    }
}
